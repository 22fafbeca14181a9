package dev.stoker.nn;

import dev.stoker.core.ElementType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One tensor that a model needs: its name, sizes and how it starts. */
record WeightSpec(String name, ElementType type, long[] sizes, Start start, boolean trained) {

    /** How a tensor starts. */
    sealed interface Start {
        record Constant(float value) implements Start {}

        /** Normal with deviation √(2 / fan), which keeps the variance through a ReLU (He et al., 2015). */
        record Normal(double deviation) implements Start {}

        record Uniform(double bound) implements Start {}
    }

    List<Long> sizeList() {
        return Arrays.stream(sizes).boxed().toList();
    }

    long elements() {
        return Arrays.stream(sizes).reduce(1, Math::multiplyExact);
    }

    /** Everything the model needs, in the order of a PyTorch state_dict. */
    static List<WeightSpec> of(Model model) {
        var specs = new ArrayList<WeightSpec>();
        collect("", model.root(), specs);
        return specs;
    }

    private static void collect(String path, Layer layer, List<WeightSpec> specs) {
        switch (layer) {
            case Layer.Conv2d conv -> {
                long fanOut = (long) conv.out() / conv.groups() * conv.kernel() * conv.kernel();
                var start = new Start.Normal(Math.sqrt(2.0 / fanOut));
                specs.add(trained(
                        path, "weight", start, conv.out(), conv.in() / conv.groups(), conv.kernel(), conv.kernel()));
                if (conv.bias()) {
                    specs.add(trained(path, "bias", new Start.Constant(0), conv.out()));
                }
            }
            case Layer.BatchNorm2d norm -> {
                specs.add(trained(path, "weight", new Start.Constant(1), norm.channels()));
                specs.add(trained(path, "bias", new Start.Constant(0), norm.channels()));
                specs.add(buffer(path, "running_mean", ElementType.FLOAT32, 0, norm.channels()));
                specs.add(buffer(path, "running_var", ElementType.FLOAT32, 1, norm.channels()));
                specs.add(buffer(path, "num_batches_tracked", ElementType.INT64, 0));
            }
            case Layer.Linear linear -> {
                var start = new Start.Uniform(1 / Math.sqrt(linear.in()));
                specs.add(trained(path, "weight", start, linear.out(), linear.in()));
                specs.add(trained(path, "bias", start, linear.out()));
            }
            case Layer.Sequential sequential ->
                sequential.children().forEach(child -> collect(Names.join(path, child.name()), child.layer(), specs));
            case Layer.Residual residual -> {
                collect(Names.join(path, "body"), residual.body(), specs);
                collect(Names.join(path, "shortcut"), residual.shortcut(), specs);
            }
            case Layer.Relu _, Layer.MaxPool2d _, Layer.GlobalAveragePool _, Layer.Flatten _ -> {}
        }
    }

    private static WeightSpec trained(String path, String name, Start start, long... sizes) {
        return new WeightSpec(Names.join(path, name), ElementType.FLOAT32, sizes, start, true);
    }

    private static WeightSpec buffer(String path, String name, ElementType type, float value, long... sizes) {
        return new WeightSpec(Names.join(path, name), type, sizes, new Start.Constant(value), false);
    }
}
