package dev.stoker.train;

import dev.stoker.core.random.Seed;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.StepSettings;
import java.util.Optional;

/**
 * How to train, apart from the model and the data.
 *
 * @param trace records what the device and its copies do
 * @param timed whether the time breakdown is measured
 * @param parallel the other ranks, where there are any
 * @param hogwildThreads threads that train the same weights without locks; 0 where steps follow one another
 */
public record TrainingSettings(
        int epochs,
        LearningRateSettings rate,
        Optimizer.Settings optimizer,
        StepSettings step,
        Device device,
        Seed seed,
        LoopSettings loop,
        Trace trace,
        boolean timed,
        Optional<DataParallel> parallel,
        int hogwildThreads) {
    public TrainingSettings {
        if (epochs < 1) {
            throw new IllegalArgumentException("epochs must be at least 1, got " + epochs);
        }
        if (hogwildThreads < 0 || (hogwildThreads > 0 && parallel.isPresent())) {
            throw new IllegalArgumentException(
                    "hogwild threads must be at least 0, and 0 on several ranks, got " + hogwildThreads);
        }
    }

    /** Without a trace, with a time breakdown, on one rank. */
    public TrainingSettings(
            int epochs,
            LearningRateSettings rate,
            Optimizer.Settings optimizer,
            StepSettings step,
            Device device,
            Seed seed,
            LoopSettings loop) {
        this(epochs, rate, optimizer, step, device, seed, loop, Trace.OFF, true, Optional.empty(), 0);
    }

    public TrainingSettings withTrace(Trace other) {
        return new TrainingSettings(
                epochs, rate, optimizer, step, device, seed, loop, other, timed, parallel, hogwildThreads);
    }

    /** With or without a time breakdown. */
    public TrainingSettings withTimes(boolean other) {
        return new TrainingSettings(
                epochs, rate, optimizer, step, device, seed, loop, trace, other, parallel, hogwildThreads);
    }

    /** Together with other ranks. */
    public TrainingSettings withParallel(Optional<DataParallel> ranks) {
        return new TrainingSettings(
                epochs, rate, optimizer, step, device, seed, loop, trace, timed, ranks, hogwildThreads);
    }

    /** On so many threads that train the same weights without locks (Hogwild!); only on a CPU. */
    public TrainingSettings withHogwildThreads(int threads) {
        return new TrainingSettings(epochs, rate, optimizer, step, device, seed, loop, trace, timed, parallel, threads);
    }
}
