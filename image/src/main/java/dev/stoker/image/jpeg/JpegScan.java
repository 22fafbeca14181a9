package dev.stoker.image.jpeg;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One scan over some components.
 *
 * @param from the first coefficient of each block that it brings
 * @param to the last one
 * @param before the bit above the lowest that earlier scans have brought; 0 where this is the first one
 * @param low the lowest bit that it brings
 * @param interval MCUs between restarts, or 0
 */
record JpegScan(List<Part> parts, int from, int to, int before, int low, int interval) {

    /** A component and the tables it is coded with, as far as the scan needs them. */
    record Part(
            CoefficientPlane plane,
            @Nullable HuffmanDecoder first,
            @Nullable HuffmanDecoder rest) {
        HuffmanDecoder dcTable() {
            return required(first);
        }

        HuffmanDecoder acTable() {
            return required(rest);
        }

        private static HuffmanDecoder required(@Nullable HuffmanDecoder table) {
            if (table == null) {
                throw new UnsupportedJpegException("a scan uses a Huffman table that the file does not have");
            }
            return table;
        }
    }

    /** Codes one block that begins at this place of the plane's values. */
    interface BlockDecoder {
        void block(Part part, int index, int block);

        /** Restarts, and the beginning. */
        void reset();
    }

    /** Goes over all blocks in the order in which they are coded; returns where the marker behind them is. */
    int run(JpegFrameHeader frame, JpegBitReader source, BlockDecoder coder) {
        coder.reset();
        return parts.size() == 1 ? alone(source, coder) : together(frame, source, coder);
    }

    private int alone(JpegBitReader source, BlockDecoder coder) {
        var part = parts.getFirst();
        var component = part.plane.component;
        int done = 0;
        for (int y = 0; y < component.shownHigh(); y++) {
            for (int x = 0; x < component.shownWide(); x++) {
                restartIfDue(done++, source, coder);
                coder.block(part, 0, y * component.wide() + x);
            }
        }
        return source.end();
    }

    private int together(JpegFrameHeader frame, JpegBitReader source, BlockDecoder coder) {
        int done = 0;
        for (int y = 0; y < frame.high(); y++) {
            for (int x = 0; x < frame.wide(); x++) {
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
            for (int v = 0; v < component.down(); v++) {
                int line = (y * component.down() + v) * component.wide();
                for (int h = 0; h < component.across(); h++) {
                    coder.block(part, i, line + x * component.across() + h);
                }
            }
        }
    }

    private void restartIfDue(int done, JpegBitReader source, BlockDecoder coder) {
        if (interval > 0 && done > 0 && done % interval == 0) {
            source.restart((done / interval - 1) % 8);
            coder.reset();
        }
    }
}
