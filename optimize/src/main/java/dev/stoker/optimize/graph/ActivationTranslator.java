package dev.stoker.optimize.graph;

import static dev.stoker.onnx.file.OnnxAttribute.attribute;

import dev.stoker.nn.layer.Layer;
import dev.stoker.onnx.file.OnnxTensor;
import java.util.List;

/** Activation functions. */
record ActivationTranslator(GraphBuilder builder) {
    private static final double SIXTH = 1.0 / 6;

    /** The name of the output. */
    String translate(String path, Layer.Activation activation, String x) {
        return switch (activation) {
            case IDENTITY -> x;
            case RELU -> builder.node("Relu", path, List.of(x));
            case RELU6 -> builder.node("Clip", path, List.of(x, number("zero", 0), number("six", 6)));
            case HARD_SIGMOID ->
                builder.node("HardSigmoid", path, List.of(x), attribute("alpha", SIXTH), attribute("beta", 0.5));
            case HARD_SWISH -> builder.node("HardSwish", path, List.of(x));
            case SIGMOID -> builder.node("Sigmoid", path, List.of(x));
            case SILU -> builder.node("Mul", path, List.of(x, builder.node("Sigmoid", path + ".sigmoid", List.of(x))));
            case GELU -> gelu(path, x);
        };
    }

    /** {@code x · (erf(x / √2) + 1) / 2}: its own operator is newer than the files that are written. */
    private String gelu(String path, String x) {
        String scaled = builder.node("Div", path + ".scaled", List.of(x, number("root_of_two", (float) Math.sqrt(2))));
        String erf = builder.node("Erf", path + ".erf", List.of(scaled));
        String shifted = builder.node("Add", path + ".shifted", List.of(erf, number("one", 1)));
        String product = builder.node("Mul", path + ".product", List.of(x, shifted));
        return builder.node("Mul", path, List.of(product, number("half", 0.5f)));
    }

    private String number(String name, float value) {
        return builder.constant(OnnxTensor.floats(name, List.of(), value));
    }
}
