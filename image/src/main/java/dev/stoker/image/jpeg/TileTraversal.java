package dev.stoker.image.jpeg;

import java.util.Arrays;
import java.util.List;

/**
 * Goes over the blocks of an image in the order in which one scan codes them, tile by tile.
 *
 * @param interval MCUs of a tile; they make up lines evenly
 */
record TileTraversal(JpegFrameHeader frame, List<CoefficientPlane> planes, int interval) {

    /** Who is shown the blocks. */
    interface Visitor {
        /** The next tile begins. */
        void tile();

        /** The first coefficient of a block, less that of the block before. */
        void first(int table, int difference);

        /** The others, of which those are not zero that have a bit in {@code present}. */
        void rest(int table, short[] values, int start, long present);
    }

    /** Which table a component is coded with: brightness and black with 0, colors with 1. */
    static int table(int component) {
        return component == 1 || component == 2 ? 1 : 0;
    }

    int columns() {
        return frame.wide() / interval;
    }

    int tiles() {
        return columns() * frame.high();
    }

    void show(Visitor visitor) {
        var before = new int[planes.size()];
        for (int y = 0; y < frame.high(); y++) {
            for (int x = 0; x < frame.wide(); x++) {
                if (x % interval == 0) {
                    visitor.tile();
                    Arrays.fill(before, 0);
                }
                mcu(x, y, before, visitor);
            }
        }
    }

    private void mcu(int x, int y, int[] before, Visitor visitor) {
        for (int i = 0; i < before.length; i++) {
            var plane = planes.get(i);
            var component = plane.component;
            for (int v = 0; v < component.down(); v++) {
                int line = (y * component.down() + v) * component.wide() + x * component.across();
                for (int block = line; block < line + component.across(); block++) {
                    int value = plane.values[64 * block];
                    visitor.first(table(i), value - before[i]);
                    before[i] = value;
                    visitor.rest(table(i), plane.values, 64 * block, plane.present[block]);
                }
            }
        }
    }
}
