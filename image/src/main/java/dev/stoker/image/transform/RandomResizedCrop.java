package dev.stoker.image.transform;

/**
 * A random crop, resized to a size. Its share of the area and its aspect ratio are sampled as in torchvision: ten tries
 * to find a crop that fits, else the center.
 *
 * <p>Linear by default, which is the fastest. It skips pixels where the crop is more than twice as large as the result,
 * unless the decoder downscales the image first; choose {@link Interpolation#AREA} where that matters.
 */
public record RandomResizedCrop(
        int height, int width, ParameterRange area, ParameterRange ratio, Interpolation interpolation)
        implements GeometricTransform {
    public static final ParameterRange DEFAULT_AREA = new ParameterRange(0.08, 1);
    public static final ParameterRange DEFAULT_RATIO = new ParameterRange(3.0 / 4, 4.0 / 3);

    public RandomResizedCrop {
        TransformPreconditions.size(height, width);
        area.requirePositive("the share of the area");
        ratio.requirePositive("the ratio of width to height");
    }

    public RandomResizedCrop(int size) {
        this(size, DEFAULT_AREA);
    }

    public RandomResizedCrop(int size, ParameterRange area) {
        this(size, size, area, DEFAULT_RATIO, Interpolation.LINEAR);
    }

    /** Weaker means larger crops with ratios closer to 1; at 0 it is the largest center crop with ratio 1. */
    @Override
    public RandomResizedCrop atStrength(double strength) {
        return new RandomResizedCrop(height, width, area.toward(1, strength), ratio.towardOne(strength), interpolation);
    }
}
