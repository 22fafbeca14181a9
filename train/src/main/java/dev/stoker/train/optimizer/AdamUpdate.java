package dev.stoker.train.optimizer;

import dev.stoker.tensor.FusedUpdates;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.Map;

/** Adam (Kingma and Ba, 2014), or with decoupled weight decay (Loshchilov and Hutter, 2017). */
final class AdamUpdate implements GroupedOptimizer.Update {
    private final boolean decoupled;
    private final FusedUpdates.AdamHyperparameters numbers;
    private final Tensors parameters;
    private final Tensors gradients;
    private final FusedUpdates.AdamMoments moments;

    private AdamUpdate(
            boolean decoupled,
            FusedUpdates.AdamHyperparameters numbers,
            ParameterGroup group,
            Map<String, Tensor> state) {
        this.decoupled = decoupled;
        this.numbers = numbers;
        parameters = group.values();
        gradients = group.gradients();
        moments = new FusedUpdates.AdamMoments(
                group.slot("mean", state), group.slot("variance", state), group.counters("steps", state));
    }

    static AdamUpdate of(Optimizer.Settings.Adam adam, ParameterGroup group, Map<String, Tensor> state) {
        var numbers =
                new FusedUpdates.AdamHyperparameters(adam.beta1(), adam.beta2(), group.weightDecay(), adam.epsilon());
        return new AdamUpdate(false, numbers, group, state);
    }

    static AdamUpdate of(Optimizer.Settings.AdamW adamW, ParameterGroup group, Map<String, Tensor> state) {
        var numbers = new FusedUpdates.AdamHyperparameters(
                adamW.beta1(), adamW.beta2(), group.weightDecay(), adamW.epsilon());
        return new AdamUpdate(true, numbers, group, state);
    }

    @Override
    public void step(Tensor rate) {
        if (decoupled) {
            FusedUpdates.adamW(parameters, gradients, moments, rate, numbers);
        } else {
            FusedUpdates.adam(parameters, gradients, moments, rate, numbers);
        }
    }
}
