package dev.stoker.optimize.graph;

import static dev.stoker.onnx.file.OnnxAttribute.attribute;

import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.Layer;
import dev.stoker.onnx.file.OnnxTensor;
import java.util.List;
import java.util.function.BinaryOperator;

/** Tokens and attention. {@code weights} adds a weight by its path and name. */
record TokenTranslator(GraphBuilder builder, BinaryOperator<String> weights) {

    GraphTranslator.Value ofPixels(String path, GraphTranslator.Value x) {
        var map = x.map();
        var tokens = new ActivationShape.Tokens(map.height() * map.width(), map.channels());
        String last = builder.transposed(Layer.path(path, "channels_last"), x.name(), 0, 2, 3, 1);
        return new GraphTranslator.Value(builder.reshaped(path, last, -1, tokens.tokens(), tokens.features()), tokens);
    }

    /** Zero times the first token has the size of the batch, which is not known. */
    GraphTranslator.Value withClassToken(String path, GraphTranslator.Value x) {
        var shape = tokens(x);
        String first = sliced(Layer.path(path, "first"), x.name(), 1, 0, 1);
        String zero = builder.constant(OnnxTensor.floats("zero", List.of(), 0));
        String zeros = builder.node("Mul", Layer.path(path, "zeros"), List.of(first, zero));
        String repeated = builder.node("Add", Layer.path(path, "repeated"), List.of(zeros, weights.apply(path, "")));
        String all = builder.node("Concat", Layer.path(path, "all"), List.of(repeated, x.name()), attribute("axis", 1));
        return new GraphTranslator.Value(all, new ActivationShape.Tokens(shape.tokens() + 1, shape.features()));
    }

    GraphTranslator.Value first(String path, GraphTranslator.Value x) {
        String token = sliced(Layer.path(path, "token"), x.name(), 1, 0, 1);
        return new GraphTranslator.Value(
                builder.node("Flatten", path, List.of(token), attribute("axis", 1)),
                new ActivationShape.Features(tokens(x).features()));
    }

    GraphTranslator.Value attention(String path, int heads, GraphTranslator.Value x) {
        int tokens = tokens(x).tokens();
        int features = tokens(x).features() / 3;
        int perHead = features / heads;
        String queries = head(path, "queries", 0, heads, x, 0, 2, 1, 3);
        String keys = head(path, "keys", 1, heads, x, 0, 2, 3, 1);
        String values = head(path, "values", 2, heads, x, 0, 2, 1, 3);
        String scale = builder.constant(
                OnnxTensor.floats(Layer.path(path, "factor"), List.of(), (float) (1 / Math.sqrt(perHead))));
        String scaled = builder.node("Mul", Layer.path(path, "scaled"), List.of(queries, scale));
        String scores = builder.node("MatMul", Layer.path(path, "scores"), List.of(scaled, keys));
        String shares = builder.node("Softmax", Layer.path(path, "shares"), List.of(scores), attribute("axis", -1));
        String mixed = builder.node("MatMul", Layer.path(path, "mixed"), List.of(shares, values));
        String together = builder.transposed(Layer.path(path, "together"), mixed, 0, 2, 1, 3);
        return new GraphTranslator.Value(
                builder.reshaped(path, together, -1, tokens, features), new ActivationShape.Tokens(tokens, features));
    }

    /** The queries, keys or values of all heads, with the dimensions in this order. */
    private String head(String path, String name, int part, int heads, GraphTranslator.Value x, long... order) {
        int features = tokens(x).features() / 3;
        String full = Layer.path(path, name);
        String own = sliced(full + ".part", x.name(), 2, (long) part * features, (part + 1L) * features);
        String apart = builder.reshaped(full + ".heads", own, -1, tokens(x).tokens(), heads, features / heads);
        return builder.transposed(full, apart, order);
    }

    private String sliced(String path, String x, long axis, long from, long to) {
        return builder.node(
                "Slice",
                path,
                List.of(
                        x,
                        builder.constant(OnnxTensor.longs(path + ".from", from)),
                        builder.constant(OnnxTensor.longs(path + ".to", to)),
                        builder.constant(OnnxTensor.longs(path + ".axis", axis))));
    }

    private static ActivationShape.Tokens tokens(GraphTranslator.Value x) {
        return (ActivationShape.Tokens) x.shape();
    }
}
