package dev.stoker.optimize.prune;

import dev.stoker.nn.Model;
import dev.stoker.nn.WeightedModel;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.Layer;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** Cuts channels out of a model: layers lose the outputs that write them and the inputs that read them. */
final class ChannelCut {
    private final ModelChannels channels;
    private final boolean[] removed;
    private final Weights weights;
    private final Map<String, Tensor> changed;

    private ChannelCut(ModelChannels channels, boolean[] removed, Weights weights) {
        this.channels = channels;
        this.removed = removed;
        this.weights = weights;
        changed = new HashMap<>(weights.all());
    }

    /** The smaller model; new tensors belong to the innermost scope. */
    static WeightedModel of(WeightedModel whole, ModelChannels channels, boolean[] removed) {
        var cut = new ChannelCut(channels, removed, whole.weights());
        var model = whole.model();
        var smaller = new Model(model.name(), model.input(), model.classes(), cut.layer("", model.root()));
        return new WeightedModel(smaller, Weights.of(smaller, cut.changed));
    }

    private Layer layer(String path, Layer layer) {
        return switch (layer) {
            case Layer.Conv2d conv -> convolution(path, conv);
            case Layer.MixedConv2d(List<Layer.Conv2d> parts) ->
                new Layer.MixedConv2d(IntStream.range(0, parts.size())
                        .mapToObj(i -> convolution(Layer.path(path, Integer.toString(i)), parts.get(i)))
                        .toList());
            case Layer.BatchNorm2d norm -> norm(path, norm);
            case Layer.Linear linear -> linear(path, linear);
            case Layer.Sequential sequential -> sequential(path, sequential);
            case Layer.Residual residual ->
                new Layer.Residual(
                        residual.bodyName(),
                        sequential(Layer.path(path, residual.bodyName()), residual.body()),
                        residual.shortcutName(),
                        sequential(Layer.path(path, residual.shortcutName()), residual.shortcut()),
                        residual.activation());
            case Layer.Concat(List<Layer.Named> branches) -> new Layer.Concat(named(path, branches));
            case Layer.Gate(Layer.Sequential gate) -> new Layer.Gate(sequential(path, gate));
            case Layer.Auxiliary(Layer.Sequential head, int smallest) ->
                new Layer.Auxiliary(sequential(path, head), smallest);
            case Layer.Columns _,
                    Layer.LocalResponseNorm _,
                    Layer.LayerNorm _,
                    Layer.GroupNorm _,
                    Layer.LayerScale _,
                    Layer.Tokens _,
                    Layer.ClassToken _,
                    Layer.PositionEmbedding _,
                    Layer.SelfAttention _,
                    Layer.FirstToken _,
                    Layer.Activation _,
                    Layer.MaxPool2d _,
                    Layer.AveragePool2d _,
                    Layer.AdaptiveAveragePool2d _,
                    Layer.GlobalAveragePool _,
                    Layer.Flatten _,
                    Layer.Scale _,
                    Layer.Dropout _,
                    Layer.DropPath _,
                    Layer.Custom _ -> layer;
        };
    }

    private Layer.Sequential sequential(String path, Layer.Sequential sequential) {
        return new Layer.Sequential(named(path, sequential.children()));
    }

    private List<Layer.Named> named(String path, List<Layer.Named> children) {
        var cut = new ArrayList<Layer.Named>();
        children.forEach(child ->
                cut.add(new Layer.Named(child.name(), layer(Layer.path(path, child.name()), child.layer()))));
        return cut;
    }

    /** Places of inputs and outputs that stay. */
    private record Kept(int[] in, int[] out) {}

    private Kept kept(String path) {
        var layer = Objects.requireNonNull(channels.layers().get(path), path);
        return new Kept(LayerChannels.kept(layer.in(), removed), LayerChannels.kept(layer.out(), removed));
    }

    private Layer.Conv2d convolution(String path, Layer.Conv2d conv) {
        var kept = kept(path);
        boolean depthwise = conv.groups() == conv.in() && conv.out() == conv.in() && conv.groups() > 1;
        boolean grouped = conv.groups() > 1 && !depthwise;
        if (grouped) {
            return conv;
        }
        cutWeight(path, kept.out, depthwise ? new int[] {0} : kept.in);
        if (conv.bias()) {
            cutVector(path, "bias", kept.out);
        }
        return new Layer.Conv2d(
                kept.in.length,
                kept.out.length,
                conv.window(),
                depthwise ? kept.in.length : 1,
                conv.bias(),
                conv.initializer(),
                conv.biasInitializer());
    }

    private Layer linear(String path, Layer.Linear linear) {
        var kept = kept(path);
        cutWeight(path, kept.out, kept.in);
        if (linear.bias()) {
            cutVector(path, "bias", kept.out);
        }
        return new Layer.Linear(
                kept.in.length, kept.out.length, linear.bias(), linear.initializer(), linear.biasInitializer());
    }

    private Layer norm(String path, Layer.BatchNorm2d norm) {
        var kept = kept(path);
        for (String name : List.of("weight", "bias", "running_mean", "running_var")) {
            cutVector(path, name, kept.out);
        }
        return new Layer.BatchNorm2d(kept.out.length, norm.momentum(), norm.epsilon(), norm.scaleTrainable());
    }

    private void cutVector(String path, String name, int[] kept) {
        float[] values = values(path, name);
        var cut = new float[kept.length];
        for (int i = 0; i < kept.length; i++) {
            cut[i] = values[kept[i]];
        }
        changed.put(Layer.path(path, name), Tensor.of(cut, Device.CPU, kept.length));
    }

    /** Outputs are the first dimension and inputs the second. */
    private void cutWeight(String path, int[] out, int[] in) {
        float[] values = values(path, "weight");
        long[] sizes = weights.tensor(path, "weight").sizes();
        int inputs = Math.toIntExact(sizes[1]);
        int area = Math.toIntExact(Arrays.stream(sizes, 2, sizes.length).reduce(1, (a, b) -> a * b));
        var cut = new float[out.length * in.length * area];
        for (int i = 0; i < out.length; i++) {
            for (int j = 0; j < in.length; j++) {
                System.arraycopy(values, (out[i] * inputs + in[j]) * area, cut, (i * in.length + j) * area, area);
            }
        }
        long[] smaller = sizes.clone();
        smaller[0] = out.length;
        smaller[1] = in.length;
        changed.put(Layer.path(path, "weight"), Tensor.of(cut, Device.CPU, smaller));
    }

    private float[] values(String path, String name) {
        return weights.tensor(path, name).toHost().toArray(ValueLayout.JAVA_FLOAT);
    }
}
