package dev.stoker.cli;

import dev.stoker.job.TuningObserver;
import dev.stoker.train.BatchPoint;
import java.io.PrintStream;
import java.util.function.BooleanSupplier;

/** Shows a search while it runs: a live line on a terminal, nothing elsewhere, since a search takes seconds. */
final class TuningConsole implements TuningObserver {
    private final BooleanSupplier stopRequested;
    private final LiveLine line;

    TuningConsole(Output output, BooleanSupplier stopRequested) {
        this.stopRequested = stopRequested;
        PrintStream out = output.json() ? System.err : System.out;
        line = new LiveLine(out, !output.quiet() && Terminal.isTerminal(output.json() ? 2 : 1), Terminal.columns());
    }

    @Override
    public void rateTried(int step, int steps) {
        line.show("learning rates ", step / (double) steps, " step %,d of %,d".formatted(step, steps));
        if (step == steps) {
            line.clear();
        }
    }

    @Override
    public void batchTried(BatchPoint point) {
        line.show("batches: %,d images at %,.0f images/s".formatted(point.batch(), point.imagesPerSecond()));
    }

    @Override
    public boolean stopRequested() {
        return stopRequested.getAsBoolean();
    }

    void clear() {
        line.clear();
    }
}
