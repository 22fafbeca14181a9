package dev.stoker.tensor.internal.winograd;

import static dev.stoker.tensor.internal.winograd.TileGrid.INPUT;
import static dev.stoker.tensor.internal.winograd.TileGrid.OUTPUT;
import static dev.stoker.tensor.internal.winograd.TileGrid.POINTS;

import dev.stoker.tensor.internal.winograd.LineTransforms.Transform;

/**
 * An array for each of the 6×6 points, row by row: of a row of channels for each tile, or of a row of weights for each channel. Transforms
 * are done in these arrays, so that what they read and write has one index.
 */
final class Points {
    static final int FILTER = 3;

    /** The arrays of a line that have pixels of the output, or weights, after their transforms. */
    private static final int[] OUTPUTS = {0, 2, 3, 4};

    private static final int[] WEIGHTS = {0, 2, 5};
    private static final int[] ALL = {0, 1, 2, 3, 4, 5};

    /**
     * In elements: how far an array is from the one before, beyond a multiple of {@link #PERIOD}. Elements of one index are then in
     * different sets of a cache (arrays of a power of two of elements would have theirs in one), and as far from the start of a vector.
     */
    private static final int OFFSET = 7 * 16;

    private static final int PERIOD = 1024;
    private static final int HEADER = 4;

    /** One more is for whoever needs it for a moment. */
    private float[][] arrays = new float[POINTS + 1][0];

    /** Gives all arrays at least this length; their elements are lost where they had less. */
    void reserve(int length) {
        if (arrays[0].length < length) {
            arrays = new float[POINTS + 1][Math.ceilDiv(length + HEADER - OFFSET, PERIOD) * PERIOD + OFFSET - HEADER];
        }
    }

    float[] at(int point) {
        return arrays[point];
    }

    /** Of a pixel or weight before its transform to points, or after that of a gradient to pixels of the input. */
    float[] at(int row, int column) {
        return arrays[row * INPUT + column];
    }

    float[] spare() {
        return arrays[POINTS];
    }

    /** Of a pixel of the output after the transform from points. */
    float[] ofOutput(int row, int column) {
        return at(OUTPUTS[row], OUTPUTS[column]);
    }

    /** Of the gradient of a weight after the transform from points. */
    float[] ofWeight(int row, int column) {
        return at(WEIGHTS[row], WEIGHTS[column]);
    }

    void fromInput(int from, int to) {
        both(LineTransforms::input, INPUT, ALL, from, to);
    }

    void toInputGradient(int from, int to) {
        both(LineTransforms::inputGradient, INPUT, ALL, from, to);
    }

    void toOutput(int from, int to) {
        both(LineTransforms::output, INPUT, OUTPUTS, from, to);
    }

    void fromOutputGradient(int from, int to) {
        both(LineTransforms::outputGradient, OUTPUT, ALL, from, to);
    }

    void fromFilter(int from, int to) {
        both(LineTransforms::filter, FILTER, ALL, from, to);
    }

    void toFilterGradient(int from, int to) {
        both(LineTransforms::filterGradient, INPUT, WEIGHTS, from, to);
    }

    /** Transforms the first columns, and then those rows. */
    private void both(Transform transform, int columns, int[] rows, int from, int to) {
        for (int column = 0; column < columns; column++) {
            line(transform, column, INPUT, from, to);
        }
        for (int row : rows) {
            line(transform, row * INPUT, 1, from, to);
        }
    }

    private void line(Transform transform, int first, int step, int from, int to) {
        transform.apply(
                arrays[first],
                arrays[first + step],
                arrays[first + 2 * step],
                arrays[first + 3 * step],
                arrays[first + 4 * step],
                arrays[first + 5 * step],
                from,
                to);
    }

    void add(Points others, int from, int to) {
        for (int point = 0; point < POINTS; point++) {
            LineTransforms.add(arrays[point], others.arrays[point], from, to);
        }
    }
}
