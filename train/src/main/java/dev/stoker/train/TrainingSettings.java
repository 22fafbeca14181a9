package dev.stoker.train;

import dev.stoker.core.random.Seed;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.StepSettings;
import dev.stoker.train.step.WeightAveraging;
import java.util.Optional;

/**
 * How to train, apart from the model and the data.
 *
 * @param trace records what the device and its copies do
 * @param timed whether the time breakdown is measured
 * @param parallel the other ranks, where there are any
 * @param hogwildThreads threads that train the same weights without locks; 0 where steps follow one another
 * @param averaging stochastic weight averaging, where that is asked for
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
        int hogwildThreads,
        Optional<WeightAveraging> averaging) {
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
        this(epochs, rate, optimizer, step, device, seed, loop, Trace.OFF, true, Optional.empty(), 0, Optional.empty());
    }

    public TrainingSettings withTrace(Trace other) {
        return new TrainingSettings(
                epochs, rate, optimizer, step, device, seed, loop, other, timed, parallel, hogwildThreads, averaging);
    }

    /** With or without a time breakdown. */
    public TrainingSettings withTimes(boolean other) {
        return new TrainingSettings(
                epochs, rate, optimizer, step, device, seed, loop, trace, other, parallel, hogwildThreads, averaging);
    }

    /** Together with other ranks. */
    public TrainingSettings withParallel(Optional<DataParallel> ranks) {
        return new TrainingSettings(
                epochs, rate, optimizer, step, device, seed, loop, trace, timed, ranks, hogwildThreads, averaging);
    }

    /** On so many threads that train the same weights without locks (Hogwild!); only on a CPU. */
    public TrainingSettings withHogwildThreads(int threads) {
        return new TrainingSettings(
                epochs, rate, optimizer, step, device, seed, loop, trace, timed, parallel, threads, averaging);
    }

    /** With stochastic weight averaging. */
    public TrainingSettings withAveraging(Optional<WeightAveraging> other) {
        return new TrainingSettings(
                epochs, rate, optimizer, step, device, seed, loop, trace, timed, parallel, hogwildThreads, other);
    }
}
