package dev.stoker.train;

import dev.stoker.tensor.DeviceMemory;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.util.Collection;

/**
 * Steps before the first one: on black pictures, until what happens only once has happened, which is the search for fast
 * kernels, and the step is captured. Everything that steps change is put back, so that nothing of it shows in the result.
 */
final class Rehearsal {
    private final TrainingStep step;
    private final DeviceInput input;
    private final Collection<Tensor> changing;

    /** {@code changing} is all that a checkpoint would keep. */
    Rehearsal(TrainingStep step, DeviceInput input, Collection<Tensor> changing) {
        this.step = step;
        this.input = input;
        this.changing = changing;
    }

    /**
     * Steps of so many pictures each, and returns when the device is done. Where it has too little memory for a second copy of
     * everything beside them, nothing is rehearsed, and the first step finds out whether it fits without.
     */
    void run(Moment moment, int... sizes) {
        var device = changing.iterator().next().device();
        try (var _ = TensorScope.open("getting ready")) {
            var before = new KeptState(changing);
            before.remember();
            try {
                for (int size : sizes) {
                    input.fill(input.spareRows(), input.spareLabels(), size);
                    step.rehearse(moment);
                }
            } finally {
                before.restore();
                step.restored();
            }
        } catch (RuntimeException failure) {
            if (!DeviceMemory.isExhausted(failure)) {
                throw failure;
            }
            step.forgetWhatIsCaptured();
        } finally {
            DeviceMemory.giveBack(device);
        }
    }
}
