package dev.stoker.image;

/** Fills a rectangle whose share of the area, proportions and place are drawn; as often as said. */
public record RandomErasing(double probability, Range area, Range ratio, int fill) implements PaintingStep {
    public static final Range DEFAULT_AREA = new Range(0.02, 0.33);
    public static final Range DEFAULT_RATIO = new Range(0.3, 3.3);

    public RandomErasing {
        Check.probability(probability);
        area.requirePositive("the share of the area");
        ratio.requirePositive("the ratio of height to width");
        Check.fill(fill);
    }

    public RandomErasing(double probability) {
        this(probability, DEFAULT_AREA, DEFAULT_RATIO, 0);
    }

    @Override
    public RandomErasing atStrength(double strength) {
        return new RandomErasing(probability * strength, area, ratio, fill);
    }
}
