package dev.stoker.onnx.runtime;

import dev.stoker.onnx.file.OnnxType;
import java.util.List;

/**
 * An input or an output of a model.
 *
 * @param shape one size for each dimension; {@link #ANY} where it is free, as that of the batch is
 */
public record TensorSpec(String name, OnnxType type, List<Long> shape) {
    public static final long ANY = -1;

    public TensorSpec {
        shape = List.copyOf(shape);
    }

    /** The bytes of one row: of everything but the first dimension. */
    public long rowBytes() {
        return shape.stream().skip(1).reduce((long) type.bytes(), Math::multiplyExact);
    }
}
