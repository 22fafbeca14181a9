package dev.stoker.job.plan;

import java.util.OptionalInt;

/** How far pictures move at most, or as far as is usual for their size. */
public record Shift(OptionalInt pixels) {
    private static final Shift AUTO = new Shift(OptionalInt.empty());

    static Shift parse(String text) {
        if (text.equals(Plan.AUTO)) {
            return AUTO;
        }
        int pixels = Integer.parseInt(text);
        if (pixels < 0) {
            throw new IllegalArgumentException("at least 0, or auto");
        }
        return new Shift(OptionalInt.of(pixels));
    }

    @Override
    public String toString() {
        return pixels.isPresent() ? Integer.toString(pixels.getAsInt()) : Plan.AUTO;
    }
}
