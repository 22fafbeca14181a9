package dev.stoker.train.internal.averaging;

import dev.stoker.core.DataType;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.step.WeightAveraging;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stochastic weight averaging (Izmailov et al., 2018): the mean of the weights at equal distances over the last part of a run.
 * Weights are added between steps, so it is no part of a captured step. Until the first are added, the evaluated weights are
 * those that are trained.
 */
public final class StochasticWeightAverage {
    private final WeightAveraging settings;
    private final Weights average;
    private final Tensor count;
    private final Tensors parameters;
    private final Tensors averagedParameters;
    private final Tensors all;
    private final Tensors allAveraged;
    private final Optional<Tensors> buffers;
    private final Optional<Tensors> averagedBuffers;
    private long added;

    /** Tensors that it makes belong to the innermost scope. */
    public StochasticWeightAverage(WeightAveraging settings, Weights weights) {
        this.settings = settings;
        average = weights.copy();
        count = Tensor.zeros(
                DataType.INT64, weights.all().values().iterator().next().device());
        parameters = tensors(weights.parameters());
        averagedParameters = tensors(average.parameters());
        all = tensors(weights.all());
        allAveraged = tensors(average.all());
        buffers = buffers(weights);
        averagedBuffers = buffers(average);
    }

    private static Tensors tensors(Map<String, Tensor> named) {
        return Tensors.of(List.copyOf(named.values()));
    }

    private static Optional<Tensors> buffers(Weights of) {
        return of.buffers().isEmpty() ? Optional.empty() : Optional.of(tensors(of.buffers()));
    }

    /** After a step of a run of so many: adds the weights where that is due, and at the end of the run. */
    public void after(TrainingProgress progress, long steps, boolean endOfEpoch) {
        if (!settings.covers(progress.step(), steps)) {
            use(0); // a run that was resumed for more epochs averages at the end of those
        } else if (progress.step() == steps || settings.every().isDue(progress, endOfEpoch)) {
            add();
        }
    }

    private void add() {
        try (var _ = Gradients.off()) {
            Tensors.lerp(averagedParameters, parameters, 1.0 / (added + 1));
        }
        use(added + 1);
    }

    private void use(long next) {
        if (next != added) {
            added = next;
            count.fillInPlace(next);
        }
    }

    /**
     * Before an evaluation: the evaluated weights are the average with batch norm statistics of its own or, before there is one,
     * the trained weights. False where {@code statistics} was told not to continue.
     */
    public boolean prepare(StatisticsComputation statistics) {
        if (added == 0) {
            copy(all, allAveraged);
            return true;
        }
        buffers.ifPresent(trained -> copy(trained, averagedBuffers.orElseThrow())); // also those of other layers
        return buffers.isEmpty() || statistics.compute(average);
    }

    /** Computes the batch norm statistics of weights; false where it was told not to continue. */
    @FunctionalInterface
    public interface StatisticsComputation {
        boolean compute(Weights weights);
    }

    private static void copy(Tensors from, Tensors to) {
        try (var _ = Gradients.off()) {
            Tensors.copy(from, to);
        }
    }

    /** The weights to evaluate. */
    public Weights weights() {
        return average;
    }

    /** What a checkpoint keeps. */
    public Map<String, Tensor> state() {
        var state = new LinkedHashMap<String, Tensor>();
        state.put("swa.count", count);
        average.all().forEach((name, tensor) -> state.put("swa.model." + name, tensor));
        return state;
    }

    /** After the state was restored; waits for the device. */
    public void restored() {
        added = Math.round(count.value());
    }
}
