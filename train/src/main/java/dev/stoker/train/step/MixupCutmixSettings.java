package dev.stoker.train.step;

/**
 * Mixup blends images in pairs, CutMix pastes a rectangle of one into the other; labels are mixed in the same proportion. The
 * values are the alpha of the beta distribution that proportions are sampled from; 0 disables. With both, each step uses one
 * of them.
 *
 * @param off the share of the run, at its end, without either
 */
public record MixupCutmixSettings(double mixup, double cutmix, double off) {
    public static final MixupCutmixSettings NONE = new MixupCutmixSettings(0, 0);

    public MixupCutmixSettings {
        if (!(mixup >= 0 && Double.isFinite(mixup)) || !(cutmix >= 0 && Double.isFinite(cutmix))) {
            throw new IllegalArgumentException(
                    "mixup and cutmix must be at least 0, got %s and %s".formatted(mixup, cutmix));
        }
        if (!(off >= 0 && off < 1)) {
            throw new IllegalArgumentException(
                    "the share of the run without Mixup and CutMix must be at least 0 and below 1, got " + off);
        }
    }

    /** To the end of the run. */
    public MixupCutmixSettings(double mixup, double cutmix) {
        this(mixup, cutmix, 0);
    }

    /** With both alphas scaled. */
    public MixupCutmixSettings times(double strength) {
        return new MixupCutmixSettings(mixup * strength, cutmix * strength, off);
    }

    public boolean isOn() {
        return mixup > 0 || cutmix > 0;
    }

    /** Whether a step, counted from 0, of a run of so many mixes images. */
    public boolean covers(long step, long steps) {
        return isOn() && (off == 0 || step < (1 - off) * steps);
    }
}
