package dev.stoker.train;

import dev.stoker.core.random.Seed;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.StepSettings;

/**
 * How to train, apart from the model and the data.
 *
 * @param trace records what the device and its copies do
 */
public record TrainingSettings(
        int epochs,
        LearningRateSettings rate,
        Optimizer.Settings optimizer,
        StepSettings step,
        Device device,
        Seed seed,
        LoopSettings loop,
        Trace trace) {
    public TrainingSettings {
        if (epochs < 1) {
            throw new IllegalArgumentException("epochs must be at least 1, got " + epochs);
        }
    }

    /** Without a trace. */
    public TrainingSettings(
            int epochs,
            LearningRateSettings rate,
            Optimizer.Settings optimizer,
            StepSettings step,
            Device device,
            Seed seed,
            LoopSettings loop) {
        this(epochs, rate, optimizer, step, device, seed, loop, Trace.OFF);
    }

    public TrainingSettings withTrace(Trace other) {
        return new TrainingSettings(epochs, rate, optimizer, step, device, seed, loop, other);
    }
}
