package dev.stoker.image.decode;

/** Reads a bitmap's information header, the short one of OS/2 or one of the longer ones. */
final class BmpHeader {
    private static final int INFORMATION = 14;
    private static final int SHORT_HEADER = 12;

    private BmpHeader() {}

    static ImageHeader read(HeaderBytes bytes) {
        if (bytes.unsigned32Little(INFORMATION) == SHORT_HEADER) {
            return header(bytes.unsigned16Little(INFORMATION + 4), bytes.unsigned16Little(INFORMATION + 6));
        }
        // A negative height means that the first row is the top one.
        return header(bytes.signed32Little(INFORMATION + 4), Math.abs((long) bytes.signed32Little(INFORMATION + 8)));
    }

    private static ImageHeader header(int width, long height) {
        return ImageHeader.simple(ImageFormat.BMP, width, height, 3, Orientation.UPRIGHT);
    }
}
