package dev.stoker.image.jpeg;

import java.util.Arrays;

/** Decodes the scan of a sequential JPEG: whole blocks. */
final class SequentialScanDecoder implements JpegScan.BlockDecoder {
    private final JpegBitReader source;
    private final int[] predictions = new int[4];

    SequentialScanDecoder(JpegBitReader source) {
        this.source = source;
    }

    @Override
    public void reset() {
        Arrays.fill(predictions, 0);
    }

    @Override
    public void block(JpegScan.Part part, int index, int block) {
        var values = part.plane().values;
        int start = 64 * block;
        int size = source.symbol(part.dcTable());
        if (size > 11) {
            throw new DamagedJpegException("a DC difference is too large for 8-bit samples");
        }
        predictions[index] += source.value(size);
        values[start] = (short) predictions[index];
        part.plane().present[block] = source.ac(part.acTable(), values, start);
    }
}
