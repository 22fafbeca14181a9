package dev.stoker.optimize.fold;

import dev.stoker.nn.Model;
import dev.stoker.nn.WeightedModel;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.Layer;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model without the batch norms that follow a convolution or linear layer: their factors are in its weights, and what they add is in
 * its bias. Evaluated, it computes the same up to rounding.
 */
public final class FoldedModel {
    private FoldedModel() {}

    /** Folds what can be folded; new tensors belong to the innermost scope. */
    public static WeightedModel of(WeightedModel unfolded) {
        var model = unfolded.model();
        var weights = unfolded.weights();
        var folding = new Folding(weights);
        var root = folding.layer("", model.root());
        var folded = new Model(model.name(), model.input(), model.classes(), root);
        var tensors = new HashMap<>(weights.all());
        tensors.putAll(folding.changed);
        return new WeightedModel(folded, Weights.of(folded, tensors));
    }

    private static final class Folding {
        private final Weights weights;
        private final Map<String, Tensor> changed = new HashMap<>();

        Folding(Weights weights) {
            this.weights = weights;
        }

        Layer layer(String path, Layer layer) {
            return switch (layer) {
                case Layer.Sequential sequential -> sequential(path, sequential);
                case Layer.Residual residual ->
                    new Layer.Residual(
                            residual.bodyName(),
                            sequential(Layer.path(path, residual.bodyName()), residual.body()),
                            residual.shortcutName(),
                            sequential(Layer.path(path, residual.shortcutName()), residual.shortcut()),
                            residual.activation());
                case Layer.Concat(List<Layer.Named> branches) ->
                    new Layer.Concat(branches.stream()
                            .map(branch -> new Layer.Named(
                                    branch.name(), layer(Layer.path(path, branch.name()), branch.layer())))
                            .toList());
                case Layer.Gate(Layer.Sequential gate) -> new Layer.Gate(sequential(path, gate));
                case Layer.Auxiliary(Layer.Sequential head, int smallest) ->
                    new Layer.Auxiliary(sequential(path, head), smallest);
                case Layer.Conv2d _,
                        Layer.MixedConv2d _,
                        Layer.BatchNorm2d _,
                        Layer.LocalResponseNorm _,
                        Layer.LayerNorm _,
                        Layer.GroupNorm _,
                        Layer.LayerScale _,
                        Layer.Tokens _,
                        Layer.ClassToken _,
                        Layer.PositionEmbedding _,
                        Layer.SelfAttention _,
                        Layer.FirstToken _,
                        Layer.Linear _,
                        Layer.Columns _,
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
            var kept = new ArrayList<Layer.Named>();
            for (var child : sequential.children()) {
                boolean folded = child.layer() instanceof Layer.BatchNorm2d norm
                        && !kept.isEmpty()
                        && folds(path, kept, new Norm(Layer.path(path, child.name()), norm));
                if (!folded) {
                    kept.add(new Layer.Named(child.name(), layer(Layer.path(path, child.name()), child.layer())));
                }
            }
            return new Layer.Sequential(kept);
        }

        /** A batch norm, and where it is. */
        private record Norm(String path, Layer.BatchNorm2d layer) {}

        private boolean folds(String path, List<Layer.Named> kept, Norm norm) {
            var last = kept.getLast();
            var folded = folded(Layer.path(path, last.name()), last.layer(), norm);
            folded.ifPresent(layer -> kept.set(kept.size() - 1, new Layer.Named(last.name(), layer)));
            return folded.isPresent();
        }

        /** A layer with the norm in its weights; empty where it has none. */
        private Optional<Layer> folded(String path, Layer layer, Norm norm) {
            if (layer instanceof Layer.MixedConv2d(List<Layer.Conv2d> parts)) {
                return Optional.of(mixed(path, parts, norm));
            }
            if (layer instanceof Layer.Conv2d conv) {
                into(path, conv.bias(), 0, conv.out(), norm);
                return Optional.of(conv.withBias());
            }
            if (layer instanceof Layer.Linear linear) {
                into(path, linear.bias(), 0, linear.out(), norm);
                return Optional.of(new Layer.Linear(
                        linear.in(), linear.out(), true, linear.initializer(), linear.biasInitializer()));
            }
            return Optional.empty();
        }

        private Layer mixed(String path, List<Layer.Conv2d> parts, Norm norm) {
            var folded = new ArrayList<Layer.Conv2d>();
            int from = 0;
            for (var part : parts) {
                into(Layer.path(path, Integer.toString(folded.size())), part.bias(), from, part.out(), norm);
                folded.add(part.withBias());
                from += part.out();
            }
            return new Layer.MixedConv2d(folded);
        }

        /** Into the layer of this path, whose outputs are the channels of the norm from {@code from} on. */
        private void into(String path, boolean hasBias, int from, int outputs, Norm norm) {
            float[] weight = values(weights.tensor(path, "weight"));
            float[] bias = hasBias ? values(weights.tensor(path, "bias")) : new float[outputs];
            float[] scale = values(weights.tensor(norm.path, "weight"));
            float[] shift = values(weights.tensor(norm.path, "bias"));
            float[] mean = values(weights.tensor(norm.path, "running_mean"));
            float[] variance = values(weights.tensor(norm.path, "running_var"));
            int inputs = weight.length / outputs;
            for (int i = 0; i < outputs; i++) {
                int channel = from + i;
                double factor = scale[channel] / Math.sqrt(variance[channel] + norm.layer.epsilon());
                for (int j = 0; j < inputs; j++) {
                    weight[i * inputs + j] *= (float) factor;
                }
                bias[i] = (float) ((bias[i] - mean[channel]) * factor + shift[channel]);
            }
            changed.put(
                    Layer.path(path, "weight"),
                    Tensor.of(weight, Device.CPU, weights.tensor(path, "weight").sizes()));
            changed.put(Layer.path(path, "bias"), Tensor.of(bias, Device.CPU, outputs));
        }

        private static float[] values(Tensor tensor) {
            return tensor.toHost().toArray(ValueLayout.JAVA_FLOAT);
        }
    }
}
