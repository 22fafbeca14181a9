package dev.stoker.train.step;

/**
 * Mixup blends images in pairs, CutMix pastes a rectangle of one into the other; labels are mixed in the same proportion. The
 * values are the alpha of the beta distribution that proportions are sampled from; 0 disables. With both, each step uses one
 * of them.
 */
public record MixupCutmixSettings(double mixup, double cutmix) {
    public static final MixupCutmixSettings NONE = new MixupCutmixSettings(0, 0);

    public MixupCutmixSettings {
        if (!(mixup >= 0 && Double.isFinite(mixup)) || !(cutmix >= 0 && Double.isFinite(cutmix))) {
            throw new IllegalArgumentException(
                    "mixup and cutmix must be at least 0, got %s and %s".formatted(mixup, cutmix));
        }
    }

    /** With both alphas scaled. */
    public MixupCutmixSettings times(double strength) {
        return new MixupCutmixSettings(mixup * strength, cutmix * strength);
    }

    public boolean isOn() {
        return mixup > 0 || cutmix > 0;
    }
}
