package dev.stoker.train.optimizer;

import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.Map;

/**
 * Layer-wise adaptive rate scaling (You et al., 2017): the update of each matrix is proportional to its norm.
 */
final class LarsUpdate implements GroupedOptimizer.Update {
    private final Optimizer.Settings.Lars settings;
    private final LayerwiseTrustRatio trust;
    private final double weightDecay;
    private final Tensors parameters;
    private final Tensors gradients;
    private final Tensors momenta;

    LarsUpdate(Optimizer.Settings.Lars settings, ParameterGroup group, Map<String, Tensor> state) {
        this.settings = settings;
        trust = new LayerwiseTrustRatio(group);
        weightDecay = group.weightDecay();
        parameters = group.values();
        gradients = group.gradients();
        momenta = group.slot("momentum", state);
    }

    @Override
    public void step(Tensor rate) {
        var slopes = gradients.plus(parameters, weightDecay);
        trust.scale(slopes, rate, this::ratio);
        momenta.timesInPlace(settings.momentum());
        momenta.addInPlace(slopes, 1);
        parameters.minusInPlace(momenta);
    }

    /** The local learning rate of each parameter, as a factor of the global one. */
    private Tensor ratio(Tensor lengths) {
        return lengths.times(settings.trustCoefficient())
                .ratioOrOne(gradients.norms().plus(lengths.times(weightDecay)));
    }
}
