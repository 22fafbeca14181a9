package dev.stoker.datasets.internal.tar;

import java.nio.charset.StandardCharsets;

/** Where things are in the header of a file within a tar. */
final class TarHeader {
    static final int SIZE = 124;
    static final int SIZE_BYTES = 12;
    static final int KIND = 156;

    static final char FILE = '0';
    static final char OLD_FILE = '\0';
    static final char CONTIGUOUS_FILE = '7';
    static final char GNU_LONG_NAME = 'L';
    static final char GNU_LONG_LINK = 'K';
    static final char PAX = 'x';
    static final char PAX_GLOBAL = 'g';

    private static final int NAME_BYTES = 100;
    private static final int MAGIC = 257;
    private static final String POSIX = "ustar\0";
    private static final int PREFIX = 345;
    private static final int PREFIX_BYTES = 155;

    private TarHeader() {}

    /** The name, with the prefix that only POSIX headers have. */
    static String name(byte[] header) {
        String name = text(header, 0, NAME_BYTES);
        String prefix = isPosix(header) ? text(header, PREFIX, PREFIX_BYTES) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    private static boolean isPosix(byte[] header) {
        return new String(header, MAGIC, POSIX.length(), StandardCharsets.ISO_8859_1).equals(POSIX);
    }

    /** A text up to the first zero. */
    static String text(byte[] bytes, int from, int most) {
        int end = from;
        while (end < from + most && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }
}
