package dev.stoker.job.deploy;

import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Which variants of a model are made, and what they may cost.
 *
 * @param folder where files are written
 * @param fold batch norms into the layers before them
 * @param int8 8-bit integers, calibrated on images of the training split
 * @param fp16 weights as 16-bit floats
 * @param calibration how ranges of values are found
 * @param images of the training split that calibrate
 * @param maxDrop points of accuracy that a variant may lose; its most sensitive layers stay in floats until it does not lose more
 * @param data that of the run where it is absent
 * @param threads of ONNX Runtime
 */
public record OptimizeSettings(
        Path folder,
        boolean fold,
        boolean int8,
        boolean fp16,
        Ranges calibration,
        int images,
        double maxDrop,
        Optional<String> data,
        int threads) {
    /** How ranges of values are found. */
    public enum Ranges {
        MIN_MAX,
        PERCENTILE
    }

    public OptimizeSettings {
        require("images", images >= 1, "images must be at least 1, got " + images);
        require("max-drop", maxDrop >= 0 && maxDrop <= 100, "max-drop must be 0 to 100 points, got " + maxDrop);
        require("threads", threads >= 1, "threads must be at least 1, got " + threads);
        require("int8", fold || int8 || fp16, "nothing is asked for: give at least one of fold, int8 and fp16");
    }

    private static void require(String setting, boolean valid, String sentence) {
        if (!valid) {
            throw new StokerException(sentence).about(setting);
        }
    }
}
