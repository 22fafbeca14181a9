package dev.stoker.image.transform;

/** Fills a rectangle of random area, aspect ratio and position, with a probability (Zhong and others, 2017). */
public record RandomErasing(double probability, ParameterRange area, ParameterRange ratio, int fill)
        implements PixelTransform {
    public static final ParameterRange DEFAULT_AREA = new ParameterRange(0.02, 0.33);
    public static final ParameterRange DEFAULT_RATIO = new ParameterRange(0.3, 3.3);

    public RandomErasing {
        TransformPreconditions.probability(probability);
        area.requirePositive("the share of the area");
        ratio.requirePositive("the ratio of height to width");
        TransformPreconditions.fill(fill);
    }

    public RandomErasing(double probability) {
        this(probability, DEFAULT_AREA, DEFAULT_RATIO, 0);
    }

    @Override
    public RandomErasing atStrength(double strength) {
        return new RandomErasing(probability * strength, area, ratio, fill);
    }
}
