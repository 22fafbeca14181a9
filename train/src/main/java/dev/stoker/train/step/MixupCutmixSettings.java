package dev.stoker.train.step;

/**
 * Images mixed in pairs, and their labels with them: by shares ({@code mixup}), or by cutting a rectangle of one into the
 * other ({@code cutmix}). The numbers are the parameter of the beta distribution that shares are drawn from; 0 is off. With
 * both, each step takes one of them.
 */
public record MixupCutmixSettings(double mixup, double cutmix) {
    public static final MixupCutmixSettings NONE = new MixupCutmixSettings(0, 0);

    public MixupCutmixSettings {
        if (!(mixup >= 0 && Double.isFinite(mixup)) || !(cutmix >= 0 && Double.isFinite(cutmix))) {
            throw new IllegalArgumentException(
                    "mixup and cutmix must be at least 0, got %s and %s".formatted(mixup, cutmix));
        }
    }

    /** Less of it. */
    public MixupCutmixSettings times(double strength) {
        return new MixupCutmixSettings(mixup * strength, cutmix * strength);
    }

    public boolean isOn() {
        return mixup > 0 || cutmix > 0;
    }
}
