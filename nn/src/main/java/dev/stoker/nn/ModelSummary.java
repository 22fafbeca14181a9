package dev.stoker.nn;

import dev.stoker.nn.internal.ShapeInference;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.WeightSpec;

/**
 * What a model costs.
 *
 * @param parameters the weights that are trained
 * @param multiplyAdds multiplications of one image's forward pass, without auxiliary heads
 * @param weightBytes parameters and buffers as they are stored
 * @param activations elements that a training step keeps of one image for the backward pass, approximately
 */
public record ModelSummary(long parameters, long multiplyAdds, long weightBytes, long activations) {

    public static ModelSummary of(Model model) {
        var specs = WeightSpec.of(model);
        var cost = new long[1];
        ShapeInference.walk(model, false, (_, layer, in, out) -> cost[0] += cost(layer, in, out));
        return new ModelSummary(
                specs.stream()
                        .filter(WeightSpec::trainable)
                        .mapToLong(WeightSpec::elements)
                        .sum(),
                cost[0],
                specs.stream().mapToLong(WeightSpec::bytes).sum(),
                SavedActivations.of(model));
    }

    private static long cost(Layer layer, ActivationShape in, ActivationShape out) {
        return switch (layer) {
            case Layer.Conv2d conv ->
                out.elements() * conv.in() / conv.groups() * conv.window().area();
            case Layer.Linear linear -> (long) linear.in() * linear.out();
            case Layer.Custom custom -> custom.layer().multiplyAdds(in);
            case Layer.MixedConv2d _, // its parts are counted individually
                    Layer.BatchNorm2d _,
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
                    Layer.Sequential _,
                    Layer.Residual _,
                    Layer.Concat _,
                    Layer.Gate _,
                    Layer.Auxiliary _ -> 0;
        };
    }
}
