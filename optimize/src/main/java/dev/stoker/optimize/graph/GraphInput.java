package dev.stoker.optimize.graph;

import dev.stoker.core.Shape;
import dev.stoker.onnx.file.OnnxType;
import dev.stoker.onnx.file.OnnxValue;
import java.util.List;

/** What a graph takes. */
public sealed interface GraphInput {
    /** Pixels as they are stored: bytes, n×height×width×channels; the graph normalizes them. */
    record Pixels(Shape shape, List<Double> mean, List<Double> deviation) implements GraphInput {
        public Pixels {
            mean = List.copyOf(mean);
            deviation = List.copyOf(deviation);
        }
    }

    /** Normalized images, n×channels×height×width, as PyTorch has them. */
    record Images(Shape shape) implements GraphInput {}

    /** Values of a table's row. */
    record Values(int count) implements GraphInput {}

    /** Its name, type and sizes. */
    default OnnxValue value() {
        return switch (this) {
            case Pixels pixels ->
                new OnnxValue(
                        "pixels",
                        OnnxType.UINT8,
                        List.of((long) pixels.shape.height(), (long) pixels.shape.width(), (long)
                                pixels.shape.channels()));
            case Images(Shape shape) ->
                new OnnxValue("images", OnnxType.FLOAT, List.of((long) shape.channels(), (long) shape.height(), (long)
                        shape.width()));
            case Values(int count) -> new OnnxValue("values", OnnxType.FLOAT, List.of((long) count));
        };
    }
}
