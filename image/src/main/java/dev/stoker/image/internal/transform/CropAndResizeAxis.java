package dev.stoker.image.internal.transform;

/**
 * One axis of a crop and resize: {@code length} source pixels starting at {@code from} fill {@code span} pixels of the
 * result starting at {@code at}, out of {@code size}; the rest is black. Positions in the source are real numbers, so that
 * any series of crops, resizes and flips stays exact until pixels are computed.
 */
record CropAndResizeAxis(double from, double length, int at, int span, int size, boolean reversed) {
    private static final double NEGLIGIBLE = 1e-6;

    static CropAndResizeAxis whole(int size) {
        return new CropAndResizeAxis(0, size, 0, size, size, false);
    }

    /** The same content in another number of pixels; there must be no black. */
    CropAndResizeAxis resized(int newSize) {
        return new CropAndResizeAxis(from, length, 0, newSize, newSize, reversed);
    }

    /** {@code newSize} pixels of the result from {@code start} on; either end may be beyond the edge. */
    CropAndResizeAxis cropped(int start, int newSize) {
        int low = Math.max(0, at - start);
        int high = Math.max(low, Math.min(newSize, at + span - start));
        double scale = length / span;
        int cut = reversed ? at + span - start - high : low - (at - start);
        return new CropAndResizeAxis(from + scale * cut, scale * (high - low), low, high - low, newSize, reversed);
    }

    CropAndResizeAxis flipped() {
        return new CropAndResizeAxis(from, length, size - at - span, span, size, !reversed);
    }

    /** The same in a source that starts {@code offset} later and has one pixel for {@code divisor}. */
    CropAndResizeAxis in(int divisor, int offset) {
        return new CropAndResizeAxis(from / divisor - offset, length / divisor, at, span, size, reversed);
    }

    /** Source pixels per pixel of the result. */
    double ratio() {
        return length / span;
    }

    boolean fills() {
        return at == 0 && span == size;
    }

    /**
     * Whether the region can be rounded to whole source pixels: where it has whole pixels already, and where the result is
     * no larger than the source, since rounding then moves an edge by at most half a pixel of the result.
     */
    boolean takesWholePixels() {
        return length >= span || (isWhole(from) && isWhole(from + length));
    }

    /** The first source pixel, of {@code available}. */
    int first(int available) {
        return (int) Math.clamp(Math.rint(from), 0, available - 1);
    }

    /** The source pixel after the last. */
    int end(int available) {
        return (int) Math.clamp(Math.rint(from + length), first(available) + 1, available);
    }

    private static boolean isWhole(double place) {
        return Math.abs(place - Math.rint(place)) < NEGLIGIBLE;
    }
}
