package dev.stoker.train;

import dev.stoker.core.Seed;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;

/**
 * How to train, apart from the model and the data.
 *
 * @param trace where the device and its copies may write down what they do
 */
public record TrainSettings(
        int epochs,
        LearningRate rate,
        Optimizer.Settings optimizer,
        StepSettings step,
        Device device,
        Seed seed,
        LoopSettings loop,
        Trace trace) {
    public TrainSettings {
        if (epochs < 1) {
            throw new IllegalArgumentException("epochs must be at least 1, got " + epochs);
        }
    }

    /** Without a trace. */
    public TrainSettings(
            int epochs,
            LearningRate rate,
            Optimizer.Settings optimizer,
            StepSettings step,
            Device device,
            Seed seed,
            LoopSettings loop) {
        this(epochs, rate, optimizer, step, device, seed, loop, Trace.OFF);
    }

    public TrainSettings withTrace(Trace other) {
        return new TrainSettings(epochs, rate, optimizer, step, device, seed, loop, other);
    }
}
