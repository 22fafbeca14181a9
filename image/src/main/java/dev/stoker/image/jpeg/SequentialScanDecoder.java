package dev.stoker.image.jpeg;

import java.util.Arrays;

/** Reads whole blocks. */
final class SequentialScanDecoder implements JpegScan.BlockDecoder {
    private final JpegBitReader source;
    private final int[] before = new int[4];

    SequentialScanDecoder(JpegBitReader source) {
        this.source = source;
    }

    @Override
    public void reset() {
        Arrays.fill(before, 0);
    }

    @Override
    public void block(JpegScan.Part part, int index, int block) {
        var values = part.plane().values;
        int start = 64 * block;
        int size = source.symbol(part.dcTable());
        if (size > 11) {
            throw new UnsupportedJpegException("a step in brightness is too large for 8 bits");
        }
        before[index] += source.value(size);
        values[start] = (short) before[index];
        part.plane().present[block] = source.rest(part.acTable(), values, start);
    }
}
