package dev.stoker.image.decode;

import java.lang.foreign.MemorySegment;

/**
 * The header of an image, read without decoding it. Width and height are those of the stored pixels; the
 * upright ones take the orientation into account. A palette counts as three channels.
 */
public record ImageHeader(
        ImageFormat format,
        int width,
        int height,
        int channels,
        boolean progressive,
        CmykEncoding cmykEncoding,
        Orientation orientation) {

    /** Reads the header; the bytes may end after it. */
    public static ImageHeader read(MemorySegment encoded) {
        var format = ImageFormat.of(encoded);
        var bytes = new HeaderBytes(encoded, format);
        return switch (format) {
            case JPEG -> JpegHeader.read(bytes);
            case PNG -> PngHeader.read(bytes);
            case WEBP -> WebpHeader.read(bytes);
            case BMP -> BmpHeader.read(bytes);
            case GIF -> simple(format, bytes.unsigned16Little(6), bytes.unsigned16Little(8), 3, Orientation.UPRIGHT);
        };
    }

    static ImageHeader simple(ImageFormat format, long width, long height, int channels, Orientation orientation) {
        return new ImageHeader(format, side(width), side(height), channels, false, CmykEncoding.NONE, orientation);
    }

    /** Clamps sides beyond 31 bits; the pixel limit rejects them anyway. */
    private static int side(long length) {
        return (int) Math.min(length, Integer.MAX_VALUE);
    }

    ImageHeader withHeight(int rows) {
        return new ImageHeader(format, width, rows, channels, progressive, cmykEncoding, orientation);
    }

    public int uprightWidth() {
        return orientation.transposes() ? height : width;
    }

    public int uprightHeight() {
        return orientation.transposes() ? width : height;
    }
}
