package dev.stoker.nn.layer;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.internal.WeightNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/** One tensor of a model: its name, sizes, initializer, and whether it is a trainable parameter or a buffer. */
public record WeightSpec(String name, DataType type, long[] sizes, Initializer initializer, boolean trainable) {

    /** A trainable parameter. */
    public static WeightSpec parameter(String name, Initializer initializer, long... sizes) {
        return new WeightSpec(name, DataType.FLOAT32, sizes, initializer, true);
    }

    /** A buffer, which is not trained, initialized to one value. */
    public static WeightSpec buffer(String name, DataType type, float value, long... sizes) {
        return new WeightSpec(name, type, sizes, new Initializer.Constant(value), false);
    }

    public List<Long> sizeList() {
        return Arrays.stream(sizes).boxed().toList();
    }

    public long elements() {
        try {
            return Arrays.stream(sizes).reduce(1, Math::multiplyExact);
        } catch (ArithmeticException overflow) {
            throw new StokerException(
                    "weight %s of %s elements is larger than any memory; give the layer fewer inputs or outputs"
                            .formatted(name, sizeList()),
                    overflow);
        }
    }

    public long bytes() {
        return elements() * type.bytes();
    }

    /** All tensors of the model, in the order of a PyTorch state_dict. */
    public static List<WeightSpec> of(Model model) {
        var specs = of("", model.root());
        var names = new HashSet<String>();
        for (var spec : specs) {
            if (!names.add(spec.name())) {
                throw new IllegalArgumentException("model %s has two weights named %s; give the layers different names"
                        .formatted(model.name(), spec.name()));
            }
        }
        return specs;
    }

    public static List<WeightSpec> of(String path, Layer layer) {
        var specs = new ArrayList<WeightSpec>();
        collect(path, layer, specs);
        return specs;
    }

    private static void collect(String path, Layer layer, List<WeightSpec> specs) {
        switch (layer) {
            case Layer.Conv2d conv -> convolution(path, conv, specs);
            case Layer.MixedConv2d mixed -> {
                for (int i = 0; i < mixed.parts().size(); i++) {
                    convolution(
                            WeightNames.join(path, Integer.toString(i)),
                            mixed.parts().get(i),
                            specs);
                }
            }
            case Layer.BatchNorm2d norm -> batchNorm(path, norm, specs);
            case Layer.LayerNorm norm -> affine(path, norm.features(), specs);
            case Layer.GroupNorm norm -> affine(path, norm.channels(), specs);
            case Layer.LayerScale(int channels, float initial) ->
                specs.add(parameter(path, new Initializer.Constant(initial), channels, 1, 1));
            case Layer.ClassToken(int features, Initializer initializer) ->
                specs.add(parameter(path, initializer, 1, 1, features));
            case Layer.PositionEmbedding(int tokens, int features, Initializer initializer) ->
                specs.add(parameter(path, initializer, 1, tokens, features));
            case Layer.Linear linear -> {
                specs.add(parameter(WeightNames.join(path, "weight"), linear.initializer(), linear.out(), linear.in()));
                if (linear.bias()) {
                    specs.add(parameter(WeightNames.join(path, "bias"), linear.biasInitializer(), linear.out()));
                }
            }
            case Layer.Columns columns -> columns.columns().forEach(column -> embedding(path, column, specs));
            case Layer.Sequential sequential -> children(path, sequential.children(), specs);
            case Layer.Residual residual -> {
                collect(WeightNames.join(path, residual.bodyName()), residual.body(), specs);
                collect(WeightNames.join(path, residual.shortcutName()), residual.shortcut(), specs);
            }
            case Layer.Concat concat -> children(path, concat.branches(), specs);
            case Layer.Gate gate -> collect(path, gate.gate(), specs);
            case Layer.Auxiliary auxiliary -> collect(path, auxiliary.head(), specs);
            case Layer.Custom custom -> custom.layer().weights().forEach(spec -> specs.add(spec.under(path)));
            case Layer.Activation _,
                    Layer.LocalResponseNorm _,
                    Layer.MaxPool2d _,
                    Layer.AveragePool2d _,
                    Layer.AdaptiveAveragePool2d _,
                    Layer.GlobalAveragePool _,
                    Layer.Flatten _,
                    Layer.Scale _,
                    Layer.Tokens _,
                    Layer.SelfAttention _,
                    Layer.FirstToken _,
                    Layer.Dropout _,
                    Layer.DropPath _ -> {}
        }
    }

    /** Vectors of about the same norm, whatever the dimension. */
    private static void embedding(String path, ColumnEncoding column, List<WeightSpec> specs) {
        if (column instanceof ColumnEncoding.Embedding embedding) {
            specs.add(parameter(
                    WeightNames.join(path, WeightNames.join(embedding.name(), "weight")),
                    new Initializer.Normal(1 / Math.sqrt(embedding.dimension())),
                    embedding.categories(),
                    embedding.dimension()));
        }
    }

    /** In a state_dict the parameters of a module come before those of the modules in it. */
    private static void children(String path, List<Layer.Named> children, List<WeightSpec> specs) {
        children.stream().filter(child -> isParameter(child.layer())).forEach(child -> child(path, child, specs));
        children.stream().filter(child -> !isParameter(child.layer())).forEach(child -> child(path, child, specs));
    }

    private static void child(String path, Layer.Named child, List<WeightSpec> specs) {
        collect(WeightNames.join(path, child.name()), child.layer(), specs);
    }

    /** Whether it is a parameter of the module around it, and none itself. */
    private static boolean isParameter(Layer layer) {
        return layer instanceof Layer.LayerScale
                || layer instanceof Layer.ClassToken
                || layer instanceof Layer.PositionEmbedding;
    }

    private static void affine(String path, int channels, List<WeightSpec> specs) {
        specs.add(parameter(WeightNames.join(path, "weight"), new Initializer.Constant(1), channels));
        specs.add(parameter(WeightNames.join(path, "bias"), Initializer.ZERO, channels));
    }

    private static void convolution(String path, Layer.Conv2d conv, List<WeightSpec> specs) {
        specs.add(parameter(
                WeightNames.join(path, "weight"),
                conv.initializer(),
                conv.out(),
                conv.in() / conv.groups(),
                conv.window().height(),
                conv.window().width()));
        if (conv.bias()) {
            specs.add(parameter(WeightNames.join(path, "bias"), conv.biasInitializer(), conv.out()));
        }
    }

    private static void batchNorm(String path, Layer.BatchNorm2d norm, List<WeightSpec> specs) {
        var one = new Initializer.Constant(1);
        long[] sizes = {norm.channels()};
        specs.add(
                new WeightSpec(WeightNames.join(path, "weight"), DataType.FLOAT32, sizes, one, norm.scaleTrainable()));
        specs.add(parameter(WeightNames.join(path, "bias"), Initializer.ZERO, sizes));
        specs.add(buffer(WeightNames.join(path, "running_mean"), DataType.FLOAT32, 0, sizes));
        specs.add(buffer(WeightNames.join(path, "running_var"), DataType.FLOAT32, 1, sizes));
        specs.add(buffer(WeightNames.join(path, "num_batches_tracked"), DataType.INT64, 0));
    }

    private WeightSpec under(String path) {
        return new WeightSpec(WeightNames.join(path, name), type, sizes, initializer, trainable);
    }
}
