package dev.stoker.nn;

import dev.stoker.nn.internal.ShapeInference;
import dev.stoker.nn.internal.WeightNames;
import dev.stoker.nn.layer.Layer;
import java.util.LinkedHashSet;
import java.util.Set;

/** The weights of a model that convolutions read as they are, and that are many: no depthwise ones, no biases. */
public final class ConvolutionWeights {
    private ConvolutionWeights() {}

    /** Their names. */
    public static Set<String> of(Model model) {
        var names = new LinkedHashSet<String>();
        ShapeInference.walk(model, true, (path, layer, _, _) -> {
            if (layer instanceof Layer.Conv2d conv && conv.in() > conv.groups()) {
                names.add(WeightNames.join(path, "weight"));
            }
        });
        return names;
    }
}
