package dev.stoker.optimize.quantize;

/** The range of a tensor's values; it contains 0, since padding is 0 and must stay it. */
public record ValueRange(float low, float high) {
    private static final int STEPS = 255;
    private static final float SMALLEST = 1e-8f;

    public ValueRange {
        low = Math.min(low, 0);
        high = Math.max(high, 0);
    }

    /** What a step of an unsigned byte stands for. */
    public float scale() {
        return Math.max((high - low) / STEPS, SMALLEST);
    }

    /** The byte that stands for 0. */
    public int zeroPoint() {
        return Math.clamp(Math.round(-low / scale()), 0, STEPS);
    }
}
