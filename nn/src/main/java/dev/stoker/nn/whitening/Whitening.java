package dev.stoker.nn.whitening;

import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.nn.internal.LayerDescription;
import dev.stoker.nn.internal.WeightNames;
import dev.stoker.nn.layer.Layer;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import java.util.List;

/**
 * A first convolution that whitens: its filters are the directions in which patches of the images vary, each over how much
 * they do, and the opposites of them. What comes out is uncorrelated and about equally strong, where neighboring pixels are
 * nearly the same; a net then learns in far fewer steps (Page, 2018; Jordan, 2024).
 */
public final class Whitening {
    /** What is added to a variance, so that directions in which there is hardly anything are not blown up. */
    private static final double LEAST = 5e-4;

    private final Model model;
    private final String path;
    private final Layer.Conv2d layer;

    private Whitening(Model model, String path, Layer.Conv2d layer) {
        this.model = model;
        this.path = path;
        this.layer = layer;
    }

    /** Of the model's first layer; refuses a model that begins otherwise. */
    public static Whitening of(Model model) {
        String path = "";
        Layer layer = model.root();
        while (layer instanceof Layer.Sequential(var children) && !children.isEmpty()) {
            path = WeightNames.join(path, children.getFirst().name());
            layer = children.getFirst().layer();
        }
        if (layer instanceof Layer.Conv2d conv && conv.groups() == 1 && conv.out() == 2 * patch(conv)) {
            return new Whitening(model, path, conv);
        }
        throw new StokerException(
                "whiten: model %s has no layer for it, a first convolution with two filters for each number of a patch (it begins with %s); airbench94 has one, or leave --whiten out"
                        .formatted(model.name(), LayerDescription.layer(layer)));
    }

    private static int patch(Layer.Conv2d conv) {
        return conv.in() * conv.window().height() * conv.window().width();
    }

    /** The name of the weights that are set, and that training should leave alone. */
    public String weight() {
        return WeightNames.join(path, "weight");
    }

    /** To be shown images. */
    public PatchStatistics moments() {
        return new PatchStatistics(model.input(), layer.window());
    }

    /** Sets the filters by what was seen; images come normalized by these. */
    public void into(Weights weights, PatchStatistics seen, List<Double> mean, List<Double> deviation) {
        var eigen = SymmetricEigendecomposition.of(seen.normalized(mean, deviation));
        int patch = patch(layer);
        var filters = new float[layer.out() * patch];
        for (int i = 0; i < patch; i++) {
            double scale = 1 / Math.sqrt(eigen.values()[i] + LEAST);
            for (int j = 0; j < patch; j++) {
                float value = (float) (eigen.vectors()[i][j] * scale);
                filters[i * patch + j] = value;
                filters[(patch + i) * patch + j] = -value;
            }
        }
        try (var _ = Gradients.off()) {
            var weight = weights.tensor(path, "weight");
            weight.copyFrom(Tensor.of(filters, weight.device(), weight.sizes()));
        }
    }
}
