package dev.stoker.optimize.graph;

import static dev.stoker.onnx.file.OnnxAttribute.attribute;

import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.Layer;
import dev.stoker.onnx.file.OnnxTensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BinaryOperator;

/**
 * Layers that read vectors of numbers: features, tokens, or the channels of each pixel. {@code weights} adds a weight by its path and
 * name.
 */
record VectorTranslator(GraphBuilder builder, BinaryOperator<String> weights) {

    /** A matrix product; for pixels a convolution of 1×1, since channels are the first dimension of an image in ONNX. */
    GraphTranslator.Value linear(String path, Layer.Linear linear, GraphTranslator.Value x) {
        return switch (x.shape()) {
            case ActivationShape.Features _ ->
                new GraphTranslator.Value(
                        product("Gemm", path, linear, x.name()), new ActivationShape.Features(linear.out()));
            case ActivationShape.Tokens(int tokens, int _) -> {
                String rows = builder.reshaped(Layer.path(path, "rows"), x.name(), -1, linear.in());
                String product = product("Gemm", path, linear, rows);
                yield new GraphTranslator.Value(
                        builder.reshaped(Layer.path(path, "tokens"), product, -1, tokens, linear.out()),
                        new ActivationShape.Tokens(tokens, linear.out()));
            }
            case ActivationShape.FeatureMap map ->
                new GraphTranslator.Value(
                        product("Conv", path, linear, x.name()),
                        new ActivationShape.FeatureMap(linear.out(), map.height(), map.width()));
        };
    }

    private String product(String operation, String path, Layer.Linear linear, String x) {
        var inputs = new ArrayList<>(List.of(x, weights.apply(path, "weight")));
        if (linear.bias()) {
            inputs.add(weights.apply(path, "bias"));
        }
        if (operation.equals("Gemm")) {
            return builder.node(operation, path, inputs, attribute("transB", 1));
        }
        builder.appendOnes(inputs.get(1), 2);
        return builder.node(
                operation,
                path,
                inputs,
                attribute("kernel_shape", 1, 1),
                attribute("strides", 1, 1),
                attribute("pads", 0, 0, 0, 0),
                attribute("group", 1));
    }

    GraphTranslator.Value layerNorm(String path, Layer.LayerNorm norm, GraphTranslator.Value x) {
        if (!(x.shape() instanceof ActivationShape.FeatureMap)) {
            return x.named(normalized(path, norm, x.name()));
        }
        String last = builder.transposed(Layer.path(path, "channels_last"), x.name(), 0, 2, 3, 1);
        return x.named(
                builder.transposed(Layer.path(path, "channels_first"), normalized(path, norm, last), 0, 3, 1, 2));
    }

    private String normalized(String path, Layer.LayerNorm norm, String x) {
        return builder.node(
                "LayerNormalization",
                path,
                List.of(x, weights.apply(path, "weight"), weights.apply(path, "bias")),
                attribute("axis", -1),
                attribute("epsilon", norm.epsilon()));
    }

    /** Each group as a channel of its own, which is normalized; then a factor and a summand for each channel. */
    GraphTranslator.Value groupNorm(String path, Layer.GroupNorm norm, GraphTranslator.Value x) {
        var map = x.map();
        int groups = norm.groups();
        String grouped = builder.reshaped(Layer.path(path, "groups"), x.name(), -1, groups, map.elements() / groups);
        String normalized = builder.node(
                "InstanceNormalization",
                path,
                List.of(
                        grouped,
                        constant(Layer.path(path, "ones"), groups, 1),
                        constant(Layer.path(path, "zeros"), groups, 0)),
                attribute("epsilon", norm.epsilon()));
        String apart =
                builder.reshaped(Layer.path(path, "map"), normalized, -1, map.channels(), map.height(), map.width());
        String scaled = builder.node("Mul", Layer.path(path, "scaled"), List.of(apart, channels(path, "weight", norm)));
        return x.named(builder.node("Add", Layer.path(path, "shifted"), List.of(scaled, channels(path, "bias", norm))));
    }

    private String channels(String path, String name, Layer.GroupNorm norm) {
        return builder.reshaped(Layer.path(path, name + "s"), weights.apply(path, name), norm.channels(), 1, 1);
    }

    private String constant(String name, int count, float value) {
        var values = new float[count];
        Arrays.fill(values, value);
        return builder.constant(OnnxTensor.floats(name, List.of((long) count), values));
    }

    GraphTranslator.Value layerScale(String path, Layer.LayerScale scale, GraphTranslator.Value x) {
        String factors = weights.apply(path, "");
        if (!(x.shape() instanceof ActivationShape.FeatureMap)) {
            factors = builder.reshaped(Layer.path(path, "factors"), factors, scale.channels());
        }
        return x.named(builder.node("Mul", Layer.path(path, "scaled"), List.of(x.name(), factors)));
    }
}
