package dev.stoker.train.optimizer;

import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.Map;

/** The sign of interpolated momentum (Lion, Chen et al., 2023), with decoupled weight decay. */
final class LionUpdate implements GroupedOptimizer.Update {
    private final Optimizer.Settings.Lion settings;
    private final double weightDecay;
    private final Tensors parameters;
    private final Tensors gradients;
    private final Tensors momenta;

    LionUpdate(Optimizer.Settings.Lion settings, ParameterGroup group, Map<String, Tensor> state) {
        this.settings = settings;
        weightDecay = group.weightDecay();
        parameters = group.values();
        gradients = group.gradients();
        momenta = group.slot("momentum", state);
    }

    @Override
    public void step(Tensor rate) {
        // Over 1 - beta1, which changes no sign.
        var directions = gradients.plus(momenta, settings.beta1() / (1 - settings.beta1()));
        directions.signInPlace();
        directions.addInPlace(parameters, weightDecay);
        parameters.minusInPlace(directions.times(rate));
        Tensors.lerp(momenta, gradients, 1 - settings.beta2());
    }
}
