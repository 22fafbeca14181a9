package dev.stoker.nn;

import dev.stoker.nn.internal.ShapeInference;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.WeightSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * What a layer with weights costs.
 *
 * @param path its name in the model, such as {@code layer1.0.conv1}
 * @param parameters its weights that are trained
 * @param input elements of one image
 * @param output elements of one image
 * @param multiplyAdds multiplications of one image's forward pass
 */
public record LayerCost(String path, Layer layer, long parameters, long input, long output, long multiplyAdds) {
    /** Of all layers of a model that have weights, in the order of the forward pass. */
    public static List<LayerCost> of(Model model) {
        var costs = new ArrayList<LayerCost>();
        ShapeInference.walk(model, true, (path, layer, in, out) -> {
            if (hasWeights(layer)) {
                long parameters = WeightSpec.of(path, layer).stream()
                        .filter(WeightSpec::trainable)
                        .mapToLong(WeightSpec::elements)
                        .sum();
                costs.add(new LayerCost(
                        path, layer, parameters, in.elements(), out.elements(), ModelSummary.cost(layer, in, out)));
            }
        });
        return costs;
    }

    /** Of its own, not of layers in it. */
    private static boolean hasWeights(Layer layer) {
        return layer instanceof Layer.Conv2d
                || layer instanceof Layer.BatchNorm2d
                || layer instanceof Layer.LayerNorm
                || layer instanceof Layer.GroupNorm
                || layer instanceof Layer.LayerScale
                || layer instanceof Layer.ClassToken
                || layer instanceof Layer.PositionEmbedding
                || layer instanceof Layer.Linear
                || layer instanceof Layer.Columns
                || layer instanceof Layer.Custom;
    }
}
