package dev.stoker.train.optimizer;

import dev.stoker.tensor.FusedUpdates;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.List;
import java.util.Map;

/** Stochastic gradient descent with momentum. */
final class SgdUpdate implements GroupedOptimizer.Update {
    private final Optimizer.Settings.Sgd settings;
    private final double weightDecay;
    private final Tensors parameters;
    private final Tensors gradients;
    private final Tensors momenta;

    SgdUpdate(Optimizer.Settings.Sgd settings, ParameterGroup group, Map<String, Tensor> state) {
        this.settings = settings;
        weightDecay = group.weightDecay();
        parameters = group.values();
        gradients = group.gradients();
        // The operator rejects buffers that it would not use.
        momenta = settings.momentum() == 0 ? Tensors.of(List.of()) : group.slot("momentum", state);
    }

    @Override
    public void step(Tensor rate) {
        FusedUpdates.sgd(parameters, gradients, momenta, rate, settings.momentum(), weightDecay, settings.nesterov());
    }
}
