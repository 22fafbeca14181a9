package dev.stoker.cli.internal.console;

import dev.stoker.job.tune.TuningObserver;
import dev.stoker.train.search.BatchSizeMeasurement;
import java.io.PrintStream;
import java.util.function.BooleanSupplier;

/** Shows a search while it runs: a live line on a terminal, nothing elsewhere, since a search takes seconds. */
public final class TuningConsole implements TuningObserver {
    private final BooleanSupplier stopRequested;
    private final ProgressBar line;

    public TuningConsole(OutputOptions output, BooleanSupplier stopRequested) {
        this.stopRequested = stopRequested;
        PrintStream out = output.json() ? System.err : System.out;
        line = new ProgressBar(out, !output.quiet() && Terminal.isTerminal(output.json() ? 2 : 1), Terminal.columns());
    }

    @Override
    public void learningRateTried(int step, int steps) {
        line.show("learning rates ", step / (double) steps, " step %,d of %,d".formatted(step, steps));
        if (step == steps) {
            line.clear();
        }
    }

    @Override
    public void batchSizeTried(BatchSizeMeasurement point) {
        line.show("batches: %,d images at %,.0f images/s".formatted(point.batch(), point.imagesPerSecond()));
    }

    @Override
    public boolean stopRequested() {
        return stopRequested.getAsBoolean();
    }

    public void clear() {
        line.clear();
    }
}
