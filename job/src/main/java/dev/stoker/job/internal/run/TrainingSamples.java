package dev.stoker.job.internal.run;

import dev.stoker.telemetry.monitor.Sample;
import dev.stoker.telemetry.monitor.SampleStatistics;
import dev.stoker.train.TrainingProgress;

/** Samples of the time in which a run made steps; those of its first epoch, most of which is warm-up, apart. */
final class TrainingSamples {
    private final SampleStatistics first = new SampleStatistics();
    private final SampleStatistics later = new SampleStatistics();
    private final int firstEpoch;
    private long lastStep;

    TrainingSamples(TrainingProgress from) {
        firstEpoch = from.epoch();
        lastStep = from.step();
    }

    /** A sample of the time since the one before it, at whose end the run has got so far. */
    void add(Sample sample, long step, int epoch) {
        if (step > lastStep) {
            (epoch > firstEpoch ? later : first).add(sample);
        }
        lastStep = step;
    }

    /** Those after the first epoch, else those of it, else others. */
    SampleStatistics orElse(SampleStatistics others) {
        if (later.samples() > 0) {
            return later;
        }
        return first.samples() > 0 ? first : others;
    }
}
