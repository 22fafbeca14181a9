package dev.stoker.image.jpeg;

/** The second byte of each marker. */
final class JpegMarker {
    static final int TEMPORARY = 0x01;
    static final int BASELINE = 0xc0;
    static final int EXTENDED = 0xc1;
    static final int PROGRESSIVE = 0xc2;
    static final int HUFFMAN_TABLES = 0xc4;
    static final int ARITHMETIC_EXTENSION = 0xc8;
    static final int ARITHMETIC_CONDITIONING = 0xcc;
    static final int FIRST_FRAME = 0xc0;
    static final int LAST_FRAME = 0xcf;
    static final int FIRST_RESTART = 0xd0;
    static final int LAST_RESTART = 0xd7;
    static final int START = 0xd8;
    static final int END = 0xd9;
    static final int SCAN = 0xda;
    static final int QUANTIZATION_TABLES = 0xdb;
    static final int NUMBER_OF_LINES = 0xdc;
    static final int RESTART_INTERVAL = 0xdd;
    static final int HIERARCHY = 0xde;
    static final int EXPANSION = 0xdf;
    static final int FIRST_APPLICATION = 0xe0;
    static final int JFIF = 0xe0;
    static final int TILES = 0xe9;
    static final int ADOBE = 0xee;
    static final int LAST_APPLICATION = 0xef;
    static final int COMMENT = 0xfe;

    private JpegMarker() {}

    /** SOF0 to SOF15; three of these codes are other markers. */
    static boolean isFrame(int marker) {
        return marker >= FIRST_FRAME
                && marker <= LAST_FRAME
                && marker != HUFFMAN_TABLES
                && marker != ARITHMETIC_EXTENSION
                && marker != ARITHMETIC_CONDITIONING;
    }

    static boolean isRestart(int marker) {
        return marker >= FIRST_RESTART && marker <= LAST_RESTART;
    }

    static boolean isApplication(int marker) {
        return marker >= FIRST_APPLICATION && marker <= LAST_APPLICATION;
    }
}
