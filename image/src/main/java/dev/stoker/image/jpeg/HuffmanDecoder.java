package dev.stoker.image.jpeg;

import java.util.Arrays;

/** Decodes the symbols of a Huffman table; codes of up to {@value #LOOKUP_BITS} bits by one table lookup. */
final class HuffmanDecoder {
    static final int LOOKUP_BITS = 10;
    static final int MAXIMUM_LENGTH = 16;

    /** By the next bits: 256 times the length of the code plus the symbol; 0 where the code is longer. */
    final short[] lookup = new short[1 << LOOKUP_BITS];

    private final int[] firstCode = new int[MAXIMUM_LENGTH + 2];
    private final int[] firstSymbol = new int[MAXIMUM_LENGTH + 2];
    private final byte[] symbols;

    /** {@code counts} is the number of codes of each length from 1 to 16. */
    HuffmanDecoder(int[] counts, byte[] symbols) {
        this.symbols = symbols;
        int code = 0;
        int symbol = 0;
        for (int length = 1; length <= MAXIMUM_LENGTH; length++) {
            firstCode[length] = code;
            firstSymbol[length] = symbol;
            for (int i = 0; i < counts[length]; i++, code++, symbol++) {
                if (code >= 1 << length) {
                    throw new UnsupportedJpegException("a Huffman table has too many codes");
                }
                if (length <= LOOKUP_BITS) {
                    int from = code << (LOOKUP_BITS - length);
                    short entry = (short) ((length << 8) | (symbols[symbol] & 0xff));
                    Arrays.fill(lookup, from, from + (1 << (LOOKUP_BITS - length)), entry);
                }
            }
            code <<= 1;
        }
        firstCode[MAXIMUM_LENGTH + 1] = Integer.MAX_VALUE;
        firstSymbol[MAXIMUM_LENGTH + 1] = symbol;
    }

    /** 256 times the length of the code at the start of these 16 bits plus its symbol, for codes of any length. */
    int longer(int bits) {
        for (int length = 1; length <= MAXIMUM_LENGTH; length++) {
            int place = (bits >>> (MAXIMUM_LENGTH - length)) - firstCode[length];
            if (place >= 0 && place < firstSymbol[length + 1] - firstSymbol[length]) {
                return length << 8 | (symbols[firstSymbol[length] + place] & 0xff);
            }
        }
        throw new DamagedJpegException("the data has a code that is not in its table");
    }

    /** 65,536 times the length of a symbol's code plus the code. */
    int codeOf(int symbol) {
        for (int length = 1; length <= MAXIMUM_LENGTH; length++) {
            for (int place = firstSymbol[length]; place < firstSymbol[length + 1]; place++) {
                if ((symbols[place] & 0xff) == symbol) {
                    return length << 16 | (firstCode[length] + place - firstSymbol[length]);
                }
            }
        }
        throw new UnsupportedJpegException("a Huffman table has no code for symbol %02x".formatted(symbol));
    }
}
