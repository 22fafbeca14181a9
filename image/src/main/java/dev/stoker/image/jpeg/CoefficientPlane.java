package dev.stoker.image.jpeg;

/** The quantized coefficients of one component, each block in zigzag order. */
final class CoefficientPlane {
    final JpegFrameHeader.Component component;
    final short[] values;

    /** A bit for each coefficient of a block that is not zero; the bit of DC, which is coded separately, is never set. */
    final long[] present;

    CoefficientPlane(JpegFrameHeader.Component component) {
        this.component = component;
        present = new long[component.blockColumns() * component.blockRows()];
        values = new short[64 * present.length];
    }

    /** Computes {@link #present}, after values were written without it. */
    void findPresent() {
        for (int block = 0; block < present.length; block++) {
            long bits = 0;
            for (int k = 63; k > 0; k--) {
                bits = bits << 1 | (values[64 * block + k] == 0 ? 0 : 1);
            }
            present[block] = bits << 1;
        }
    }
}
