package dev.stoker.image.jpeg;

import java.util.Arrays;

/** The symbols of a Huffman table, found by looking at the next bits: the shorter codes at one glance. */
final class HuffmanDecoder {
    static final int LOOKUP_BITS = 10;
    static final int LONGEST = 16;

    /** For each of the next bits 256 times the length of the code and the symbol; 0 where it is longer than a glance. */
    final short[] lookup = new short[1 << LOOKUP_BITS];

    private final int[] firstCode = new int[LONGEST + 2];
    private final int[] firstSymbol = new int[LONGEST + 2];
    private final byte[] symbols;

    /** {@code counts} says how many codes there are of each length from 1 to 16. */
    HuffmanDecoder(int[] counts, byte[] symbols) {
        this.symbols = symbols;
        int code = 0;
        int symbol = 0;
        for (int length = 1; length <= LONGEST; length++) {
            firstCode[length] = code;
            firstSymbol[length] = symbol;
            for (int i = 0; i < counts[length]; i++, code++, symbol++) {
                if (code >= 1 << length) {
                    throw new UnsupportedJpegException("a Huffman table has more codes than fit");
                }
                if (length <= LOOKUP_BITS) {
                    int from = code << (LOOKUP_BITS - length);
                    short entry = (short) ((length << 8) | (symbols[symbol] & 0xff));
                    Arrays.fill(lookup, from, from + (1 << (LOOKUP_BITS - length)), entry);
                }
            }
            code <<= 1;
        }
        firstCode[LONGEST + 1] = Integer.MAX_VALUE;
        firstSymbol[LONGEST + 1] = symbol;
    }

    /** 256 times the length of the code at the front of these 16 bits and its symbol, whatever the length. */
    int longer(int bits) {
        for (int length = 1; length <= LONGEST; length++) {
            int place = (bits >>> (LONGEST - length)) - firstCode[length];
            if (place >= 0 && place < firstSymbol[length + 1] - firstSymbol[length]) {
                return length << 8 | (symbols[firstSymbol[length] + place] & 0xff);
            }
        }
        throw new UnsupportedJpegException("the data holds a code that is in no table");
    }
}
