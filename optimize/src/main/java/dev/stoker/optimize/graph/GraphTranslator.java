package dev.stoker.optimize.graph;

import static dev.stoker.onnx.file.OnnxAttribute.attribute;

import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.onnx.file.OnnxGraph;
import dev.stoker.onnx.file.OnnxTensor;
import dev.stoker.onnx.file.OnnxType;
import dev.stoker.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Translates a model as it is evaluated: dropout and auxiliary heads are left out. Weights stay where they are. */
public final class GraphTranslator {
    private final GraphBuilder builder = new GraphBuilder();
    private final Weights weights;

    private GraphTranslator(Weights weights) {
        this.weights = weights;
    }

    /** A tensor of the graph, and its shape for one sample. */
    record Value(String name, ActivationShape shape) {
        ActivationShape.FeatureMap map() {
            return (ActivationShape.FeatureMap) shape;
        }

        Value named(String other) {
            return new Value(other, shape);
        }
    }

    /** The graph, whose constants are valid as long as the innermost scope. */
    public static OnnxGraph translate(Model model, Weights weights, GraphInput input) {
        var translator = new GraphTranslator(weights);
        var first = new InputTranslator(translator.builder).translate(input);
        var last = translator.translate("", model.root(), first);
        return translator.builder.graph(model.name(), input.value(), last.name(), model.classes());
    }

    private Value translate(String path, Layer layer, Value x) {
        return switch (layer) {
            case Layer.Conv2d conv -> convolution(path, conv, x);
            case Layer.MixedConv2d(List<Layer.Conv2d> parts) -> mixed(path, parts, x);
            case Layer.BatchNorm2d norm -> batchNorm(path, norm, x);
            case Layer.LocalResponseNorm(int size, double alpha, double beta, double k) ->
                x.named(builder.node(
                        "LRN",
                        path,
                        List.of(x.name()),
                        attribute("size", size),
                        attribute("alpha", alpha),
                        attribute("beta", beta),
                        attribute("bias", k)));
            case Layer.LayerNorm norm -> vectors().layerNorm(path, norm, x);
            case Layer.GroupNorm norm -> vectors().groupNorm(path, norm, x);
            case Layer.LayerScale scale -> vectors().layerScale(path, scale, x);
            case Layer.Linear linear -> vectors().linear(path, linear, x);
            case Layer.Tokens _ -> tokens().ofPixels(path, x);
            case Layer.ClassToken _ -> tokens().withClassToken(path, x);
            case Layer.PositionEmbedding _ ->
                x.named(builder.node("Add", Layer.path(path, "sum"), List.of(x.name(), weight(path, ""))));
            case Layer.SelfAttention(int heads) -> tokens().attention(path, heads, x);
            case Layer.FirstToken _ -> tokens().first(path, x);
            case Layer.Columns columns -> new ColumnTranslator(builder, path, this::weight).translate(columns, x);
            case Layer.Activation activation ->
                x.named(new ActivationTranslator(builder).translate(path, activation, x.name()));
            case Layer.MaxPool2d(KernelWindow window, boolean ceil) ->
                new PoolTranslator(builder, path).maximum(window, ceil, x);
            case Layer.AveragePool2d(KernelWindow window) -> new PoolTranslator(builder, path).average(window, x);
            case Layer.AdaptiveAveragePool2d(int height, int width) ->
                new PoolTranslator(builder, path).adaptive(height, width, x);
            case Layer.GlobalAveragePool _ -> new PoolTranslator(builder, path).adaptive(1, 1, x);
            case Layer.Flatten _ ->
                new Value(
                        builder.node("Flatten", path, List.of(x.name()), attribute("axis", 1)),
                        new ActivationShape.Features(Math.toIntExact(x.shape().elements())));
            case Layer.Scale(double factor) ->
                x.named(builder.node("Mul", path, List.of(x.name(), number(path, factor))));
            case Layer.Dropout _, Layer.DropPath _, Layer.Auxiliary _ -> x;
            case Layer.Sequential sequential -> sequence(path, sequential, x);
            case Layer.Residual residual -> residual(path, residual, x);
            case Layer.Concat(List<Layer.Named> branches) -> concatenated(path, branches, x);
            case Layer.Gate(Layer.Sequential gate) ->
                x.named(builder.node(
                        "Mul",
                        Layer.path(path, "gated"),
                        List.of(x.name(), sequence(path, gate, x).name())));
            case Layer.Custom _ ->
                throw new StokerException(
                        "layer %s is of a program's own, which ONNX has no operator for".formatted(path));
        };
    }

    private Value sequence(String path, Layer.Sequential sequential, Value input) {
        var x = input;
        for (var child : sequential.children()) {
            x = translate(Layer.path(path, child.name()), child.layer(), x);
        }
        return x;
    }

    private Value residual(String path, Layer.Residual residual, Value x) {
        var body = sequence(Layer.path(path, residual.bodyName()), residual.body(), x);
        var shortcut = sequence(Layer.path(path, residual.shortcutName()), residual.shortcut(), x);
        var sum = body.named(builder.node("Add", Layer.path(path, "sum"), List.of(body.name(), shortcut.name())));
        return sum.named(new ActivationTranslator(builder)
                .translate(Layer.path(path, "activation"), residual.activation(), sum.name()));
    }

    private Value concatenated(String path, List<Layer.Named> branches, Value x) {
        var parts = branches.stream()
                .map(branch -> translate(Layer.path(path, branch.name()), branch.layer(), x))
                .toList();
        return concatenated(path, parts);
    }

    private Value concatenated(String path, List<Value> parts) {
        String name = builder.node(
                "Concat",
                Layer.path(path, "concatenated"),
                parts.stream().map(Value::name).toList(),
                attribute("axis", 1));
        var first = parts.getFirst();
        return new Value(
                name,
                switch (first.shape()) {
                    case ActivationShape.FeatureMap map ->
                        new ActivationShape.FeatureMap(
                                parts.stream()
                                        .mapToInt(part -> part.map().channels())
                                        .sum(),
                                map.height(),
                                map.width());
                    case ActivationShape.Tokens _ -> throw new IllegalStateException("tokens are not concatenated");
                    case ActivationShape.Features _ ->
                        new ActivationShape.Features(Math.toIntExact(parts.stream()
                                .mapToLong(part -> part.shape().elements())
                                .sum()));
                });
    }

    private Value mixed(String path, List<Layer.Conv2d> convolutions, Value x) {
        var parts = new ArrayList<Value>();
        long from = 0;
        for (var convolution : convolutions) {
            String part = Layer.path(path, Integer.toString(parts.size()));
            String name = builder.node(
                    "Slice",
                    part + ".channels",
                    List.of(
                            x.name(),
                            builder.constant(OnnxTensor.longs(part + ".from", from)),
                            builder.constant(OnnxTensor.longs(part + ".to", from + convolution.in())),
                            builder.constant(OnnxTensor.longs("channel_axis", 1))));
            var shape = new ActivationShape.FeatureMap(
                    convolution.in(), x.map().height(), x.map().width());
            parts.add(convolution(part, convolution, new Value(name, shape)));
            from += convolution.in();
        }
        return concatenated(path, parts);
    }

    private Value convolution(String path, Layer.Conv2d conv, Value x) {
        var window = conv.window();
        var inputs = new ArrayList<>(List.of(x.name(), weight(path, "weight")));
        if (conv.bias()) {
            inputs.add(weight(path, "bias"));
        }
        String name = builder.node(
                "Conv",
                path,
                inputs,
                attribute("kernel_shape", window.kernelSize()),
                attribute("strides", window.strides()),
                attribute("pads", PoolTranslator.pads(window)),
                attribute("group", conv.groups()));
        return new Value(name, PoolTranslator.moved(window, false, conv.out(), x.map()));
    }

    private Value batchNorm(String path, Layer.BatchNorm2d norm, Value x) {
        return x.named(builder.node(
                "BatchNormalization",
                path,
                List.of(
                        x.name(),
                        weight(path, "weight"),
                        weight(path, "bias"),
                        weight(path, "running_mean"),
                        weight(path, "running_var")),
                attribute("epsilon", norm.epsilon())));
    }

    private VectorTranslator vectors() {
        return new VectorTranslator(builder, this::weight);
    }

    private TokenTranslator tokens() {
        return new TokenTranslator(builder, this::weight);
    }

    private String number(String path, double value) {
        return builder.constant(OnnxTensor.floats(Layer.path(path, "factor"), List.of(), (float) value));
    }

    private String weight(String path, String name) {
        return builder.constant(tensor(Layer.path(path, name), weights.tensor(path, name)));
    }

    private static OnnxTensor tensor(String name, Tensor tensor) {
        return new OnnxTensor(
                name, OnnxType.FLOAT, Arrays.stream(tensor.sizes()).boxed().toList(), tensor.toHost());
    }
}
