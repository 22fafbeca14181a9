package dev.stoker.train.internal.step;

import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.train.internal.device.TrainingDevice;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.step.StepSettings;
import java.util.Optional;
import java.util.OptionalInt;

/** How a step is run: operator by operator, or captured as CUDA graphs that are replayed. */
sealed interface StepExecution extends AutoCloseable permits EagerExecution, CapturedExecution {

    static StepExecution of(TrainingDevice device, DeviceStream stream, StepSettings.Capture capture, Runnable step) {
        return device.whyNeverCaptured()
                .or(() -> capture == StepSettings.Capture.OFF ? Optional.of("capture is off") : Optional.empty())
                .<StepExecution>map(why -> new EagerExecution(step, why))
                .orElseGet(() -> new CapturedExecution(device, stream, step));
    }

    /** Runs the step on the batch that is in the input. */
    void run(DeviceInput input);

    /** Whether steps can be captured here at all. */
    boolean mayBeCaptured();

    /** Whether the batch in the input is replayed, by a graph that has all of its memory. */
    boolean isCaptured(DeviceInput input);

    /** Whether full batches are replayed by now. */
    boolean isCaptured();

    /** The size of the partial batches that are replayed by now. */
    OptionalInt capturedPartialBatch();

    /** Why steps run operator by operator, where they do. */
    Optional<String> whyEager();

    /** Replays the captured step of full batches; it is an error where nothing is captured. */
    void replay();

    /** Gives up all graphs and their memory; later runs capture anew. */
    void discard();

    @Override
    void close();

    /** One step of an epoch is not worth seconds of trying kernels. */
    static void runWithFewTrials(DeviceInput input, Runnable step) {
        if (input.isFull()) {
            step.run();
        } else {
            GpuSettings.withoutCudnnBenchmark(step);
        }
    }
}
