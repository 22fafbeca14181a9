package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.prune.PruningMasks;
import dev.stoker.train.step.StepSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The second half of a step: gradients are unscaled and clipped, the optimizer updates the parameters, and what follows the
 * parameters follows: masks of pruned weights, their low-precision copy, their moving average, and Lookahead's slow weights.
 */
final class WeightUpdate {
    private final GradientLimit limit;
    private final Weights weights;
    private final Optimizer optimizer;
    private final ParameterGradients gradients;
    private final Tensor rate;
    private final Optional<LossScaler> lossScaler;
    private final Optional<ExponentialMovingAverage> average;
    private final Optional<Lookahead> lookahead;
    private final Optional<WeightPruning> pruning;
    /** In the order in which they follow. */
    private final List<WeightFollower> followers = new ArrayList<>();

    /** Tensors that it makes belong to the innermost scope. */
    WeightUpdate(
            StepResources resources,
            Optimizer optimizer,
            StepSettings settings,
            ParameterGradients gradients,
            Optional<LowPrecisionWeights> lowPrecisionWeights,
            Optional<LossScaler> lossScaler) {
        this.optimizer = optimizer;
        this.gradients = gradients;
        this.lossScaler = lossScaler;
        weights = resources.weights();
        limit = GradientLimit.of(settings.clipping(), weights, gradients);
        rate = Tensor.zeros(DataType.FLOAT32, resources.device());
        average = settings.averageDecay() > 0
                ? Optional.of(new ExponentialMovingAverage(settings.averageDecay(), weights))
                : Optional.empty();
        lookahead =
                settings.lookahead() > 0 ? Optional.of(new Lookahead(settings.lookahead(), weights)) : Optional.empty();
        pruning = settings.pruning().map(prune -> new WeightPruning(prune, new PruningMasks(weights)));
        pruning.ifPresent(each -> followers.add(each.following(weights)));
        lowPrecisionWeights.ifPresent(followers::add);
        average.ifPresent(followers::add);
        pruning.ifPresent(each -> average.ifPresent(of -> followers.add(each.following(of.weights()))));
    }

    /** Writes into tensors what changes from step to step. */
    void prepare(StepContext context) {
        rate.fillInPlace(context.rate());
        optimizer.prepare(context.epochs());
    }

    void apply() {
        var effectiveRate =
                lossScaler.map(scaler -> scaler.unscale(gradients.list(), rate)).orElse(rate);
        limit.apply();
        optimizer.step(effectiveRate);
        lossScaler.ifPresent(LossScaler::update);
        try (var _ = Gradients.off()) {
            followers.forEach(WeightFollower::updated);
        }
    }

    /** Lookahead and the choice of weights to prune act between steps, so that they are no part of a captured step. */
    void afterStep(StepContext context) {
        try (var _ = Gradients.off()) {
            boolean moved = lookahead.isPresent() && lookahead.get().update(context);
            boolean chosen = pruning.isPresent() && pruning.get().choose(context);
            if (moved || chosen) {
                followers.forEach(WeightFollower::replaced);
            }
        }
    }

    /** The weights to evaluate: the moving average where there is one. */
    Weights evaluatedWeights() {
        return average.map(ExponentialMovingAverage::weights).orElse(weights);
    }

    /** What a checkpoint keeps besides the weights. */
    Map<String, Tensor> state() {
        var state = new LinkedHashMap<String, Tensor>();
        optimizer.state().forEach((name, tensor) -> state.put("optimizer." + name, tensor));
        lossScaler.ifPresent(
                scaler -> scaler.state().forEach((name, tensor) -> state.put("loss_scale." + name, tensor)));
        followers.forEach(each -> state.putAll(each.state()));
        lookahead.ifPresent(slow -> slow.state().forEach((name, tensor) -> state.put("lookahead." + name, tensor)));
        return state;
    }

    /** After weights were restored. */
    void restored() {
        try (var _ = Gradients.off()) {
            followers.forEach(WeightFollower::replaced);
        }
    }
}
