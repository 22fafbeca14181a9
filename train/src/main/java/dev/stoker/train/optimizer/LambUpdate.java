package dev.stoker.train.optimizer;

import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.Map;

/**
 * Layer-wise adaptive moments (You et al., 2019): the update of Adam, scaled for each matrix to the norm of the matrix times
 * the learning rate.
 */
final class LambUpdate implements GroupedOptimizer.Update {
    private final Optimizer.Settings.Lamb settings;
    private final LayerwiseTrustRatio trust;
    private final double weightDecay;
    private final Tensors parameters;
    private final Tensors gradients;
    private final Tensors means;
    private final Tensors variances;
    private final Tensor steps;

    LambUpdate(Optimizer.Settings.Lamb settings, ParameterGroup group, Map<String, Tensor> state) {
        this.settings = settings;
        trust = new LayerwiseTrustRatio(group);
        weightDecay = group.weightDecay();
        parameters = group.values();
        gradients = group.gradients();
        means = group.slot("mean", state);
        variances = group.slot("variance", state);
        steps = group.counter("steps", state);
    }

    @Override
    public void step(Tensor rate) {
        steps.addInPlace(1);
        means.timesInPlace(settings.beta1());
        means.addInPlace(gradients, 1 - settings.beta1());
        variances.timesInPlace(settings.beta2());
        variances.addProductsInPlace(gradients, gradients, 1 - settings.beta2());

        var roots = variances.times(correction(settings.beta2())).squareRoots();
        roots.addInPlace(settings.epsilon());
        var moves = means.times(correction(settings.beta1())).dividedBy(roots);
        moves.addInPlace(parameters, weightDecay);
        trust.scale(moves, rate, lengths -> lengths.ratioOrOne(moves.norms()));
        parameters.minusInPlace(moves);
    }

    /** Bias correction for moments that start at zero: 1 / (1 - βⁿ). */
    private Tensor correction(double beta) {
        return steps.asPowerOf(beta).times(-1).plus(1).reciprocal().toFloat();
    }
}
