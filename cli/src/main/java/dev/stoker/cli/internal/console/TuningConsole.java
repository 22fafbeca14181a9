package dev.stoker.cli.internal.console;

import dev.stoker.job.tune.TuningObserver;
import dev.stoker.train.search.BatchSizeMeasurement;
import java.util.function.BooleanSupplier;

/** Shows the progress of a tuning on a terminal; elsewhere nothing, since it takes seconds. */
public final class TuningConsole implements TuningObserver {
    private final BooleanSupplier stopRequested;
    private final ProgressBar bar;

    public TuningConsole(OutputOptions output, BooleanSupplier stopRequested) {
        this.stopRequested = stopRequested;
        bar = new ConsoleWriter(output).bar();
    }

    @Override
    public void learningRateTried(int step, int steps) {
        bar.show("learning rate range test ", step / (double) steps, " step %,d of %,d".formatted(step, steps));
        if (step == steps) {
            bar.clear();
        }
    }

    @Override
    public void batchSizeTried(BatchSizeMeasurement point) {
        bar.show("batch size %,d: %,.0f images/s".formatted(point.batch(), point.imagesPerSecond()));
    }

    @Override
    public boolean stopRequested() {
        return stopRequested.getAsBoolean();
    }

    public void clear() {
        bar.clear();
    }
}
