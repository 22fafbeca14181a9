package dev.stoker.train;

import dev.stoker.tensor.FusedUpdates;
import dev.stoker.tensor.Tensor;
import java.util.List;
import java.util.Map;

/** Stochastic gradient descent with momentum. */
final class SgdOptimizer implements Optimizer {
    private final Settings.Sgd settings;
    private final GradientList gradients;
    private final Map<String, Tensor> momenta;
    private final List<Tensor> momentumList;

    SgdOptimizer(Settings.Sgd settings, Map<String, Tensor> parameters) {
        this.settings = settings;
        gradients = GradientList.of(parameters);
        momenta = GradientList.slot("momentum", parameters);
        momentumList = List.copyOf(momenta.values());
    }

    @Override
    public void clearGradients() {
        gradients.clear();
    }

    @Override
    public void step(double rate) {
        FusedUpdates.sgd(
                gradients.parameters(),
                gradients.gradients(),
                momentumList,
                rate,
                settings.momentum(),
                settings.weightDecay(),
                settings.nesterov());
    }

    @Override
    public Map<String, Tensor> state() {
        return momenta;
    }
}
