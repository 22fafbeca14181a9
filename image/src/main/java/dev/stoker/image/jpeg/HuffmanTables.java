package dev.stoker.image.jpeg;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The Huffman tables of a file, as far as they have been read. */
final class HuffmanTables {
    private final @Nullable HuffmanDecoder[] dc = new @Nullable HuffmanDecoder[4];
    private final @Nullable HuffmanDecoder[] ac = new @Nullable HuffmanDecoder[4];

    /** Reads the content of a segment. */
    void read(byte[] content) {
        int at = 0;
        while (at < content.length) {
            int which = content[at++] & 0xff;
            var counts = new int[HuffmanDecoder.MAXIMUM_LENGTH + 1];
            int sum = 0;
            for (int length = 1; length <= HuffmanDecoder.MAXIMUM_LENGTH; length++) {
                counts[length] = content[at++] & 0xff;
                sum += counts[length];
            }
            if ((which & 15) > 3 || which >> 4 > 1 || sum > 256 || at + sum > content.length) {
                throw new UnsupportedJpegException("a Huffman table is corrupt");
            }
            var table = new HuffmanDecoder(counts, Arrays.copyOfRange(content, at, at + sum));
            (which >> 4 == 0 ? dc : ac)[which & 15] = table;
            at += sum;
        }
    }

    /** Null where the file has no such table so far. */
    @Nullable
    HuffmanDecoder dcOrNull(int number) {
        return dc[number & 3];
    }

    @Nullable
    HuffmanDecoder acOrNull(int number) {
        return ac[number & 3];
    }

    HuffmanDecoder dc(int number) {
        return required(dcOrNull(number));
    }

    HuffmanDecoder ac(int number) {
        return required(acOrNull(number));
    }

    static HuffmanDecoder required(@Nullable HuffmanDecoder table) {
        if (table == null) {
            throw new UnsupportedJpegException("a scan uses a Huffman table that the file does not have");
        }
        return table;
    }
}
