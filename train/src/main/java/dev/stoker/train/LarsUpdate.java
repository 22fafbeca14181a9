package dev.stoker.train;

import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.Map;

/**
 * Layer-wise adaptive rate scaling (You et al., 2017): each matrix moves in proportion to its own length. Biases and the
 * scales of norms, whose length says nothing, take the plain rate; they come as a group of their own.
 */
final class LarsUpdate implements GroupedOptimizer.Update {
    private final Optimizer.Settings.Lars settings;
    private final boolean adaptive;
    private final double weightDecay;
    private final Tensors parameters;
    private final Tensors gradients;
    private final Tensors momenta;

    LarsUpdate(Optimizer.Settings.Lars settings, ParameterGroup group, Map<String, Tensor> state) {
        this.settings = settings;
        adaptive = group.parameters().values().stream().allMatch(ParameterGroup::isMatrix);
        weightDecay = group.weightDecay();
        parameters = group.values();
        gradients = group.gradients();
        momenta = group.slot("momentum", state);
    }

    @Override
    public void step(Tensor rate) {
        var slopes = gradients.plus(parameters, weightDecay);
        if (adaptive) {
            slopes.timesInPlace(Tensors.partsOf(trust().times(rate)));
        } else {
            slopes.timesInPlace(rate);
        }
        momenta.timesInPlace(settings.momentum());
        momenta.addInPlace(slopes, 1);
        parameters.minusInPlace(momenta);
    }

    /** For each parameter how much of the rate it may use. */
    private Tensor trust() {
        var lengths = parameters.norms();
        return lengths.times(settings.trust()).ratioOrOne(gradients.norms().plus(lengths.times(weightDecay)));
    }
}
