package dev.stoker.image.jpeg;

import java.util.List;

/**
 * Visits the blocks of an image in the order of a single scan, tile by tile.
 *
 * @param interval MCUs per tile; the last tile of a row may have fewer
 */
record TileTraversal(JpegFrameHeader frame, List<CoefficientPlane> planes, int interval) {

    /** Receives the blocks. */
    interface Visitor {
        /** A tile starts, after blocks with these DC coefficients, one for each component. */
        void tile(int[] predictions);

        /** The DC coefficient of a block, and that of the block before. */
        void dc(int table, int value, int prediction);

        /** The AC coefficients; those that are not zero have a bit in {@code present}. */
        void ac(int table, short[] values, int start, long present);
    }

    /** The number of a component's tables: 0 for luma and black, 1 for chroma. */
    static int table(int component) {
        return component == 1 || component == 2 ? 1 : 0;
    }

    int columns() {
        return Math.ceilDiv(frame.mcuColumns(), interval);
    }

    int tiles() {
        return columns() * frame.mcuRows();
    }

    void accept(Visitor visitor) {
        var predictions = new int[planes.size()];
        for (int y = 0; y < frame.mcuRows(); y++) {
            for (int x = 0; x < frame.mcuColumns(); x++) {
                if (x % interval == 0) {
                    visitor.tile(predictions);
                }
                mcu(x, y, predictions, visitor);
            }
        }
    }

    private void mcu(int x, int y, int[] predictions, Visitor visitor) {
        for (int i = 0; i < predictions.length; i++) {
            var plane = planes.get(i);
            var component = plane.component;
            for (int v = 0; v < component.verticalSampling(); v++) {
                int first = (y * component.verticalSampling() + v) * component.blockColumns()
                        + x * component.horizontalSampling();
                for (int block = first; block < first + component.horizontalSampling(); block++) {
                    int value = plane.values[64 * block];
                    visitor.dc(table(i), value, predictions[i]);
                    predictions[i] = value;
                    visitor.ac(table(i), plane.values, 64 * block, plane.present[block]);
                }
            }
        }
    }
}
