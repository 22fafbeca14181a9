package dev.stoker.image.jpeg;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One scan over some components.
 *
 * @param spectralStart the first coefficient of each block that it codes (Ss in the standard)
 * @param spectralEnd the last one (Se)
 * @param approximationHigh the lowest bit that earlier scans coded (Ah); 0 for the first scan of a coefficient
 * @param approximationLow the lowest bit that this scan codes (Al)
 * @param restartInterval MCUs between restart markers, or 0
 */
record JpegScan(
        List<Part> parts,
        int spectralStart,
        int spectralEnd,
        int approximationHigh,
        int approximationLow,
        int restartInterval) {

    /** A component and its Huffman tables; a scan may need only one of them. */
    record Part(
            CoefficientPlane plane,
            @Nullable HuffmanDecoder dc,
            @Nullable HuffmanDecoder ac) {
        HuffmanDecoder dcTable() {
            return HuffmanTables.required(dc);
        }

        HuffmanDecoder acTable() {
            return HuffmanTables.required(ac);
        }
    }

    /** Decodes one block. */
    interface BlockDecoder {
        void block(Part part, int index, int block);

        /** At the start of the scan and at restart markers. */
        void reset();
    }

    /** Visits all blocks in the order of their coding; returns the position of the marker after them. */
    int run(JpegFrameHeader frame, JpegBitReader source, BlockDecoder coder) {
        coder.reset();
        return parts.size() == 1 ? nonInterleaved(source, coder) : interleaved(frame, source, coder);
    }

    private int nonInterleaved(JpegBitReader source, BlockDecoder coder) {
        var part = parts.getFirst();
        var component = part.plane.component;
        int done = 0;
        for (int y = 0; y < component.codedRows(); y++) {
            for (int x = 0; x < component.codedColumns(); x++) {
                restartIfDue(done++, source, coder);
                coder.block(part, 0, y * component.blockColumns() + x);
            }
        }
        return source.end();
    }

    private int interleaved(JpegFrameHeader frame, JpegBitReader source, BlockDecoder coder) {
        int done = 0;
        for (int y = 0; y < frame.mcuRows(); y++) {
            for (int x = 0; x < frame.mcuColumns(); x++) {
                restartIfDue(done++, source, coder);
                mcu(x, y, coder);
            }
        }
        return source.end();
    }

    private void mcu(int x, int y, BlockDecoder coder) {
        for (int i = 0; i < parts.size(); i++) {
            var part = parts.get(i);
            var component = part.plane.component;
            for (int v = 0; v < component.verticalSampling(); v++) {
                int row = (y * component.verticalSampling() + v) * component.blockColumns();
                for (int h = 0; h < component.horizontalSampling(); h++) {
                    coder.block(part, i, row + x * component.horizontalSampling() + h);
                }
            }
        }
    }

    private void restartIfDue(int done, JpegBitReader source, BlockDecoder coder) {
        if (restartInterval > 0 && done > 0 && done % restartInterval == 0) {
            source.restart((done / restartInterval - 1) % 8);
            coder.reset();
        }
    }
}
