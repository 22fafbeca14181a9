package dev.stoker.optimize.graph;

import static dev.stoker.onnx.file.OnnxAttribute.attribute;

import dev.stoker.core.Shape;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.onnx.file.OnnxTensor;
import dev.stoker.onnx.file.OnnxType;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/** From what a graph takes to what the first layer takes. */
record InputTranslator(GraphBuilder builder) {
    private static final double LARGEST = 255;

    GraphTranslator.Value translate(GraphInput input) {
        String name = input.value().name();
        return switch (input) {
            case GraphInput.Pixels pixels -> new GraphTranslator.Value(normalized(pixels, name), map(pixels.shape()));
            case GraphInput.Images(Shape shape) -> new GraphTranslator.Value(name, map(shape));
            case GraphInput.Values(int count) -> new GraphTranslator.Value(name, new ActivationShape.Features(count));
        };
    }

    private static ActivationShape map(Shape shape) {
        return new ActivationShape.FeatureMap(shape.channels(), shape.height(), shape.width());
    }

    /** {@code (pixel / 255 - mean) / deviation}, with one product and one sum. */
    private String normalized(GraphInput.Pixels pixels, String name) {
        var mean = pixels.mean();
        var deviation = pixels.deviation();
        String planes = builder.node("Transpose", "input.planes", List.of(name), attribute("perm", 0, 3, 1, 2));
        String values = builder.node("Cast", "input.values", List.of(planes), attribute("to", OnnxType.FLOAT.number()));
        String scaled = builder.node(
                "Mul",
                "input.scaled",
                List.of(values, byChannel("input.scale", mean.size(), c -> 1 / (LARGEST * deviation.get(c)))));
        return builder.node(
                "Add",
                "input.normalized",
                List.of(scaled, byChannel("input.shift", mean.size(), c -> -mean.get(c) / deviation.get(c))));
    }

    private String byChannel(String name, int channels, IntToDoubleFunction value) {
        var values = new float[channels];
        for (int c = 0; c < channels; c++) {
            values[c] = (float) value.applyAsDouble(c);
        }
        return builder.constant(OnnxTensor.floats(name, List.of(1L, (long) channels, 1L, 1L), values));
    }
}
