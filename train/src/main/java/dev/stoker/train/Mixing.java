package dev.stoker.train;

/**
 * Pictures mixed in pairs, and their labels with them: by shares ({@code mixup}), or by cutting a rectangle of one into the
 * other ({@code cutmix}). The numbers are the parameter of the beta distribution that shares are drawn from; 0 is off. With
 * both, each step takes one of them.
 */
public record Mixing(double mixup, double cutmix) {
    public static final Mixing NONE = new Mixing(0, 0);

    public Mixing {
        if (!(mixup >= 0 && Double.isFinite(mixup)) || !(cutmix >= 0 && Double.isFinite(cutmix))) {
            throw new IllegalArgumentException(
                    "mixup and cutmix must be at least 0, got %s and %s".formatted(mixup, cutmix));
        }
    }

    /** Less of it. */
    Mixing times(double strength) {
        return new Mixing(mixup * strength, cutmix * strength);
    }

    boolean isOn() {
        return mixup > 0 || cutmix > 0;
    }
}
