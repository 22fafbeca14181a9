package dev.stoker.image.jpeg;

import java.util.Arrays;

/** Reads whole blocks. */
final class SequentialCoder implements Scan.BlockCoder {
    private final BitSource source;
    private final int[] before = new int[4];

    SequentialCoder(BitSource source) {
        this.source = source;
    }

    @Override
    public void reset() {
        Arrays.fill(before, 0);
    }

    @Override
    public void block(Scan.Part part, int index, int block) {
        var values = part.plane().values;
        int start = 64 * block;
        int size = source.symbol(part.ofFirst());
        if (size > 11) {
            throw new UnsuitableException("a step in brightness is too large for 8 bits");
        }
        before[index] += source.value(size);
        values[start] = (short) before[index];
        part.plane().present[block] = rest(part.ofRest(), values, start);
    }

    private long rest(HuffmanDecoder table, short[] values, int start) {
        long present = 0;
        int k = 1;
        while (k < 64) {
            int symbol = source.symbol(table);
            int size = symbol & 15;
            int run = symbol >> 4;
            if (size == 0) {
                if (run < 15) {
                    break;
                }
                k += 16;
            } else {
                k += run;
                if (k > 63 || size > 10) {
                    throw new UnsuitableException("a block has more than 64 coefficients, or too large ones");
                }
                values[start + k] = (short) source.value(size);
                present |= 1L << k;
                k++;
            }
        }
        if (k > 64) {
            throw new UnsuitableException("a block has more than 64 coefficients");
        }
        return present;
    }
}
