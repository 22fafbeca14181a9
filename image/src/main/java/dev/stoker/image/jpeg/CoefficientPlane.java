package dev.stoker.image.jpeg;

/** The coefficients of one component, quantized as they are in the file, each block in the order of the zigzag. */
final class CoefficientPlane {
    final JpegFrameHeader.Component component;
    final short[] values;

    /** For each block, which of its coefficients are not zero; the bit of the first, which is coded apart, is never set. */
    final long[] present;

    CoefficientPlane(JpegFrameHeader.Component component) {
        this.component = component;
        present = new long[component.wide() * component.high()];
        values = new short[64 * present.length];
    }

    /** After values were written without keeping {@link #present}. */
    void count() {
        for (int block = 0; block < present.length; block++) {
            long bits = 0;
            for (int k = 63; k > 0; k--) {
                bits = bits << 1 | (values[64 * block + k] == 0 ? 0 : 1);
            }
            present[block] = bits << 1;
        }
    }
}
