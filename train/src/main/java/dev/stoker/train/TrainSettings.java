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
        double rate,
        Schedule schedule,
        double warmUpEpochs,
        Optimizer.Settings optimizer,
        StepSettings step,
        Device device,
        Seed seed,
        int logEvery,
        int checkpointEvery,
        LoopSettings loop,
        Trace trace) {
    public TrainSettings {
        atLeastOne("epochs", epochs);
        atLeastOne("log every", logEvery);
        atLeastOne("checkpoint every", checkpointEvery);
        if (!(rate > 0 && Double.isFinite(rate))) {
            throw new IllegalArgumentException("the learning rate must be above 0, got " + rate);
        }
        if (!(warmUpEpochs >= 0)) {
            throw new IllegalArgumentException("warm-up epochs must be at least 0, got " + warmUpEpochs);
        }
    }

    /** With an evaluation after each epoch and no other end than the last one's. */
    public TrainSettings(
            int epochs,
            double rate,
            Schedule schedule,
            double warmUpEpochs,
            Optimizer.Settings optimizer,
            StepSettings step,
            Device device,
            Seed seed,
            int logEvery,
            int checkpointEvery) {
        this(
                epochs,
                rate,
                schedule,
                warmUpEpochs,
                optimizer,
                step,
                device,
                seed,
                logEvery,
                checkpointEvery,
                LoopSettings.DEFAULTS);
    }

    /** Without a trace. */
    public TrainSettings(
            int epochs,
            double rate,
            Schedule schedule,
            double warmUpEpochs,
            Optimizer.Settings optimizer,
            StepSettings step,
            Device device,
            Seed seed,
            int logEvery,
            int checkpointEvery,
            LoopSettings loop) {
        this(
                epochs,
                rate,
                schedule,
                warmUpEpochs,
                optimizer,
                step,
                device,
                seed,
                logEvery,
                checkpointEvery,
                loop,
                Trace.OFF);
    }

    public TrainSettings withTrace(Trace other) {
        return new TrainSettings(
                epochs,
                rate,
                schedule,
                warmUpEpochs,
                optimizer,
                step,
                device,
                seed,
                logEvery,
                checkpointEvery,
                loop,
                other);
    }

    private static void atLeastOne(String name, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, got " + value);
        }
    }
}
