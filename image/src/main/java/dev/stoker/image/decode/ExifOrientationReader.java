package dev.stoker.image.decode;

/** Finds the orientation in an EXIF block, which is a TIFF file of its own; a corrupt block means upright. */
final class ExifOrientationReader {
    private static final int ORIENTATION = 0x0112;
    private static final int SHORT = 3;
    private static final int ENTRY_BYTES = 12;
    private static final int LITTLE_ENDIAN = 0x4949;

    private ExifOrientationReader() {}

    /** Reads the TIFF block of {@code length} bytes at {@code start}. */
    static Orientation orientation(HeaderBytes bytes, long start, long length) {
        long end = Math.min(bytes.size(), start + length);
        if (start + 8 > end) {
            return Orientation.UPRIGHT;
        }
        boolean little = bytes.unsigned16(start) == LITTLE_ENDIAN;
        long directory = start + (little ? bytes.unsigned32Little(start + 4) : bytes.unsigned32(start + 4));
        if (directory + 2 > end) {
            return Orientation.UPRIGHT;
        }
        long entries = Math.min(number(bytes, directory, little), (end - directory - 2) / ENTRY_BYTES);
        for (long entry = directory + 2; entries-- > 0; entry += ENTRY_BYTES) {
            if (number(bytes, entry, little) == ORIENTATION && number(bytes, entry + 2, little) == SHORT) {
                return Orientation.ofExif(number(bytes, entry + 8, little));
            }
        }
        return Orientation.UPRIGHT;
    }

    private static int number(HeaderBytes bytes, long offset, boolean little) {
        return little ? bytes.unsigned16Little(offset) : bytes.unsigned16(offset);
    }
}
