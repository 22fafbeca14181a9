package dev.stoker.train.internal.measure;

import dev.stoker.nn.Model;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.TrainingSettings;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.internal.input.StepTimer;
import dev.stoker.train.internal.step.StepContext;
import dev.stoker.train.internal.step.StepResources;
import dev.stoker.train.internal.step.TrainingStep;
import dev.stoker.train.internal.step.WarmUp;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What is measured of a trainer.
 *
 * @param state everything that steps change
 * @param batchSizes of training batches
 * @param count of steps so far
 */
public record MeasuredTrainer(
        TrainingSettings settings,
        Model model,
        StepResources resources,
        TrainingStep step,
        DeviceInput input,
        StepTimer times,
        Collection<Tensor> state,
        List<Integer> batchSizes,
        AtomicLong count) {
    /** So low that weights stay where they are: a model that diverges or learns its one batch by heart computes other numbers. */
    private static final double RATE = 1e-6;

    public MeasuredTrainer(
            TrainingSettings settings,
            Model model,
            StepResources resources,
            TrainingStep step,
            DeviceInput input,
            StepTimer times,
            Collection<Tensor> state,
            List<Integer> batchSizes) {
        this(settings, model, resources, step, input, times, state, batchSizes, new AtomicLong());
    }

    DeviceStream stream() {
        return resources.stream();
    }

    StepContext nextContext() {
        long number = count.getAndIncrement();
        return new StepContext(number, Long.MAX_VALUE, number, RATE);
    }

    /** Captures steps, where they can be. */
    void warmUp() {
        if (step.mayBeCaptured()) {
            int[] sizes = batchSizes.stream().mapToInt(Integer::intValue).toArray();
            new WarmUp(step, input, state).run(nextContext(), sizes);
        }
    }

    /** Starts one step on the batch in the input. */
    void runStep() {
        step.run(nextContext());
    }
}
