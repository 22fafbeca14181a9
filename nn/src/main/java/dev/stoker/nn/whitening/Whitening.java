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
 * A first convolution that whitens: its filters are the principal components of image patches, each divided by its standard
 * deviation, and their negatives. Its output is uncorrelated and of about equal variance, whereas neighboring pixels are nearly
 * equal; a net then learns in far fewer steps (Page, 2018; Jordan, 2024).
 */
public final class Whitening {
    /** Added to each variance, so that components with hardly any variance are not amplified. */
    private static final double EPSILON = 5e-4;

    private final Model model;
    private final String path;
    private final Layer.Conv2d layer;

    private Whitening(Model model, String path, Layer.Conv2d layer) {
        this.model = model;
        this.path = path;
        this.layer = layer;
    }

    /** Of the model's first layer; refuses a model without such a layer. */
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
                        "whiten: model %s has no whitening layer, a first convolution with two filters per value of a patch (it begins with %s); airbench94 has one, or do not whiten"
                                .formatted(model.name(), LayerDescription.layer(layer)))
                .about("whiten");
    }

    private static int patch(Layer.Conv2d conv) {
        return conv.in() * conv.window().height() * conv.window().width();
    }

    /** The name of the weights that are set, and that training should not change. */
    public String weight() {
        return WeightNames.join(path, "weight");
    }

    /** Empty statistics, to which images are added. */
    public PatchStatistics statistics() {
        return new PatchStatistics(model.input(), layer.window());
    }

    /** Sets the filters from the statistics; input is normalized by this mean and deviation. */
    public void initialize(Weights weights, PatchStatistics statistics, List<Double> mean, List<Double> deviation) {
        var eigen = SymmetricEigendecomposition.of(statistics.normalized(mean, deviation));
        int patch = patch(layer);
        var filters = new float[layer.out() * patch];
        for (int i = 0; i < patch; i++) {
            double scale = 1 / Math.sqrt(eigen.values()[i] + EPSILON);
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
