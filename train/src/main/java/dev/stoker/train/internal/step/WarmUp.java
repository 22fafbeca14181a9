package dev.stoker.train.internal.step;

import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceMemory;
import dev.stoker.train.internal.input.DeviceInput;
import java.util.Collection;

/**
 * Warm-up steps before the first one: on black images, until what happens only once has happened (the search for fast
 * kernels) and the step is captured. Everything that steps change is restored, so that the result is not affected.
 */
public final class WarmUp {
    private final TrainingStep step;
    private final DeviceInput input;
    private final Collection<Tensor> changing;

    /** {@code changing} is everything that a checkpoint keeps. */
    public WarmUp(TrainingStep step, DeviceInput input, Collection<Tensor> changing) {
        this.step = step;
        this.input = input;
        this.changing = changing;
    }

    /**
     * Runs steps of these batch sizes and waits for the device. Where it has too little memory for a copy of everything
     * besides them, there is no warm-up, and the first step finds out what fits.
     */
    public void run(StepContext context, int... sizes) {
        var device = changing.iterator().next().device();
        try (var _ = TensorScope.open("warm-up")) {
            var before = new TensorSnapshot(changing);
            before.save();
            try {
                for (int size : sizes) {
                    input.fill(input.spareRows(), input.spareLabels(), size);
                    step.warmUp(context);
                }
            } finally {
                before.restore();
                step.restored();
            }
        } catch (RuntimeException failure) {
            if (!DeviceMemory.isOutOfMemory(failure)) {
                throw failure;
            }
            step.failIfShared(failure);
            step.discardCapturedGraphs();
        } finally {
            DeviceMemory.emptyCache(device);
        }
    }
}
