package dev.stoker.image.internal.transform;

import dev.stoker.image.decode.DecodeScale;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.decode.ImageRegion;
import dev.stoker.image.transform.Interpolation;

/** The region of a source, its size in the result, and flips: what a series of geometric transforms merges into. */
record CropAndResize(CropAndResizeAxis across, CropAndResizeAxis down, Interpolation interpolation) {
    /** Pixels that interpolation reads beyond the edge of a region. */
    private static final int MARGIN = 2;

    /**
     * How many more pixels than the result a downscaled source must have. On real photographs, a linear resize of the
     * downscaled image was then at least as close to the mean over the area as one of the full image (4.2 levels against
     * 4.5 at a ratio of 2.33 to 2.67, 4.0 against 5.8 at 3.0 to 3.33); without headroom it was further (4.8 against 3.8).
     */
    private static final double HEADROOM = 1.2;

    static CropAndResize whole(int width, int height) {
        return new CropAndResize(CropAndResizeAxis.whole(width), CropAndResizeAxis.whole(height), Interpolation.LINEAR);
    }

    int width() {
        return across.size();
    }

    int height() {
        return down.size();
    }

    CropAndResize resized(int width, int height, Interpolation by) {
        return new CropAndResize(across.resized(width), down.resized(height), by);
    }

    CropAndResize cropped(int left, int top, int width, int height) {
        return new CropAndResize(across.cropped(left, width), down.cropped(top, height), interpolation);
    }

    CropAndResize flippedHorizontally() {
        return new CropAndResize(across.flipped(), down, interpolation);
    }

    CropAndResize flippedVertically() {
        return new CropAndResize(across, down.flipped(), interpolation);
    }

    /** Whether the source covers all of the result. */
    boolean fills() {
        return across.fills() && down.fills();
    }

    /** Whether it flips left and right, or top and bottom. */
    boolean isFlipped() {
        return across.reversed() || down.reversed();
    }

    boolean isEmpty() {
        return across.span() == 0 || down.span() == 0;
    }

    /** How far the decoder may downscale the source without a loss of quality. */
    DecodeScale decodeScale() {
        return isEmpty() ? DecodeScale.NONE : DecodeScale.within(Math.min(across.ratio(), down.ratio()) / HEADROOM);
    }

    /** The pixels that are read, of a source of this size. */
    ImageRegion region(int width, int height) {
        int left = Math.max(0, across.first(width) - MARGIN);
        int top = Math.max(0, down.first(height) - MARGIN);
        int right = Math.min(width, across.end(width) + MARGIN);
        int bottom = Math.min(height, down.end(height) + MARGIN);
        return new ImageRegion(left, top, right - left, bottom - top);
    }

    /** The same region and size, of what was decoded. */
    public CropAndResize of(ImageDecoder.Decoded decoded) {
        int divisor = decoded.scale().divisor();
        return new CropAndResize(across.in(divisor, decoded.left()), down.in(divisor, decoded.top()), interpolation);
    }
}
