package dev.stoker.datasets;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;

/** What each row of a dataset holds: values of one type in one shape. */
public record RowFormat(Shape shape, DataType type) {
    /** Pixels, one byte per channel. */
    public static RowFormat ofImages(Shape shape) {
        return new RowFormat(shape, DataType.UINT8);
    }

    /** The values of a table's columns as 32-bit floats. */
    public static RowFormat ofColumns(int columns) {
        return new RowFormat(Shape.vector(columns), DataType.FLOAT32);
    }

    /** The size of a row. */
    public int bytes() {
        return Math.multiplyExact(shape.elements(), type.bytes());
    }
}
