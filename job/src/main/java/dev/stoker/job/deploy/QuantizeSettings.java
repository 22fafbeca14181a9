package dev.stoker.job.deploy;

import dev.stoker.core.StokerException;

/**
 * Variants in 8-bit integers.
 *
 * @param int8 static: ranges of values are measured on images of the training split
 * @param dynamic ranges of values are measured in each run of the model
 * @param awareEpochs epochs of quantization-aware fine-tuning, by which ranges are learned; 0 for none
 * @param calibration how static ranges are found
 * @param images of the training split that calibrate
 */
public record QuantizeSettings(boolean int8, boolean dynamic, int awareEpochs, Ranges calibration, int images) {
    /** How ranges of values are found. */
    public enum Ranges {
        /** All values are in it. */
        MIN_MAX,
        /** All but one of ten thousand at each end. */
        PERCENTILE,
        /** Those whose distribution in 8 bits is nearest to the one in floats, by Kullback-Leibler divergence. */
        ENTROPY
    }

    /** No variant in integers. */
    public static final QuantizeSettings NONE = new QuantizeSettings(false, false, 0, Ranges.PERCENTILE, 256);

    /** Static quantization. */
    public static final QuantizeSettings INT8 = new QuantizeSettings(true, false, 0, Ranges.PERCENTILE, 256);

    public QuantizeSettings {
        if (images < 1) {
            throw new StokerException("images must be at least 1, got " + images).about("images");
        }
        if (awareEpochs < 0) {
            throw new StokerException("aware must be at least 1, got " + awareEpochs).about("aware");
        }
        if (awareEpochs > 0 && !int8) {
            throw new StokerException("aware is a way to quantize to 8-bit integers: give int8, too").about("aware");
        }
    }
}
