package dev.stoker.image;

/**
 * A random part of the picture, stretched to a size. The part's share of the area and its proportions are drawn as
 * torchvision draws them: ten tries to find one that fits, else the middle.
 *
 * <p>Linear by default, which is the fastest. It skips pixels where the part is more than twice as large as the result,
 * unless the decoder reduces the picture first; choose {@link Interpolation#AREA} where that matters.
 */
public record RandomResizedCrop(int height, int width, Range area, Range ratio, Interpolation interpolation)
        implements FramingStep {
    public static final Range DEFAULT_AREA = new Range(0.08, 1);
    public static final Range DEFAULT_RATIO = new Range(3.0 / 4, 4.0 / 3);

    public RandomResizedCrop {
        Check.size(height, width);
        area.requirePositive("the share of the area");
        ratio.requirePositive("the ratio of width to height");
    }

    public RandomResizedCrop(int size) {
        this(size, DEFAULT_AREA);
    }

    public RandomResizedCrop(int size, Range area) {
        this(size, size, area, DEFAULT_RATIO, Interpolation.LINEAR);
    }

    /** Weaker means larger parts of squarer shape; at 0 it is the largest part in the middle that has ratio 1. */
    @Override
    public RandomResizedCrop atStrength(double strength) {
        return new RandomResizedCrop(
                height, width, area.towards(1, strength), ratio.towardsOne(strength), interpolation);
    }
}
