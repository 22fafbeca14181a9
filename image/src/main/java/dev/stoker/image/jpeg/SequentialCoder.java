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
        part.plane().present[block] = source.rest(part.ofRest(), values, start);
    }
}
