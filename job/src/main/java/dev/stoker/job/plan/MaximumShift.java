package dev.stoker.job.plan;

import java.util.OptionalInt;

/** How far images move at most, or as far as is usual for their size. */
public record MaximumShift(OptionalInt pixels) {
    private static final MaximumShift AUTO = new MaximumShift(OptionalInt.empty());

    static MaximumShift parse(String text) {
        if (text.equals(Plan.AUTO)) {
            return AUTO;
        }
        int pixels = Integer.parseInt(text);
        if (pixels < 0) {
            throw new IllegalArgumentException("at least 0, or auto");
        }
        return new MaximumShift(OptionalInt.of(pixels));
    }

    @Override
    public String toString() {
        return pixels.isPresent() ? Integer.toString(pixels.getAsInt()) : Plan.AUTO;
    }
}
