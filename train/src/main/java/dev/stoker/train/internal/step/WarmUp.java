package dev.stoker.train.internal.step;

import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceMemory;
import dev.stoker.train.internal.input.DeviceInput;
import java.util.Collection;

/**
 * Steps before the first one: on black images, until what happens only once has happened, which is the search for fast
 * kernels, and the step is captured. Everything that steps change is put back, so that nothing of it shows in the result.
 */
public final class WarmUp {
    private final TrainingStep step;
    private final DeviceInput input;
    private final Collection<Tensor> changing;

    /** {@code changing} is all that a checkpoint would keep. */
    public WarmUp(TrainingStep step, DeviceInput input, Collection<Tensor> changing) {
        this.step = step;
        this.input = input;
        this.changing = changing;
    }

    /**
     * Steps of so many images each, and returns when the device is done. Where it has too little memory for a second copy of
     * everything beside them, nothing is rehearsed, and the first step finds out whether it fits without.
     */
    public void run(StepContext context, int... sizes) {
        var device = changing.iterator().next().device();
        try (var _ = TensorScope.open("getting ready")) {
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
            step.discardCapturedGraphs();
        } finally {
            DeviceMemory.emptyCache(device);
        }
    }
}
