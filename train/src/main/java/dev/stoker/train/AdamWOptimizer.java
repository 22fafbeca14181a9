package dev.stoker.train;

import dev.stoker.tensor.FusedUpdates;
import dev.stoker.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adam with decoupled weight decay (Loshchilov and Hutter, 2017). */
final class AdamWOptimizer implements Optimizer {
    private static final double EPSILON = 1e-8;

    private final Settings.AdamW settings;
    private final GradientList gradients;
    private final Map<String, Tensor> state = new LinkedHashMap<>();
    private final List<Tensor> means;
    private final List<Tensor> variances;
    private final List<Tensor> steps;

    AdamWOptimizer(Settings.AdamW settings, Map<String, Tensor> parameters) {
        this.settings = settings;
        gradients = GradientList.of(parameters);
        means = remember(GradientList.slot("mean", parameters));
        variances = remember(GradientList.slot("variance", parameters));
        steps = remember(GradientList.counters("steps", parameters));
    }

    private List<Tensor> remember(Map<String, Tensor> slot) {
        state.putAll(slot);
        return List.copyOf(slot.values());
    }

    @Override
    public void clearGradients() {
        gradients.clear();
    }

    @Override
    public void step(double rate) {
        FusedUpdates.adamW(
                gradients.parameters(),
                gradients.gradients(),
                means,
                variances,
                steps,
                rate,
                settings.beta1(),
                settings.beta2(),
                settings.weightDecay(),
                EPSILON);
    }

    @Override
    public Map<String, Tensor> state() {
        return state;
    }
}
