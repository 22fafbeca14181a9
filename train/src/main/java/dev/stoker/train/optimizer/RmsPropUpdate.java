package dev.stoker.train.optimizer;

import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.Map;

/** Gradients over the root of the mean of their squares (Tieleman and Hinton, 2012), followed by momentum. */
final class RmsPropUpdate implements GroupedOptimizer.Update {
    private final Optimizer.Settings.RmsProp settings;
    private final double weightDecay;
    private final Tensors parameters;
    private final Tensors gradients;
    private final Tensors squares;
    private final Tensors momenta;

    RmsPropUpdate(Optimizer.Settings.RmsProp settings, ParameterGroup group, Map<String, Tensor> state) {
        this.settings = settings;
        weightDecay = group.weightDecay();
        parameters = group.values();
        gradients = group.gradients();
        squares = group.slot("square", state);
        momenta = group.slot("momentum", state);
    }

    @Override
    public void step(Tensor rate) {
        var slopes = gradients.plus(parameters, weightDecay);
        squares.timesInPlace(settings.alpha());
        squares.addProductsInPlace(slopes, slopes, 1 - settings.alpha());
        var roots = squares.squareRoots();
        roots.addInPlace(settings.epsilon());
        momenta.timesInPlace(settings.momentum());
        momenta.addQuotientsInPlace(slopes, roots);
        parameters.minusInPlace(momenta.times(rate));
    }
}
