package dev.stoker.cli.internal.console;

import dev.stoker.job.tune.TuningObserver;
import dev.stoker.train.search.BatchSizeMeasurement;

/** Shows the progress of a tuning on a terminal; elsewhere nothing, since it takes seconds. */
public final class TuningConsole implements TuningObserver, MessageOutput, AutoCloseable {
    private final ConsoleWriter console;

    public TuningConsole(OutputOptions output) {
        this(new ConsoleWriter(output));
        console.bar().show(new TrainingStatus(console.columns()).waitingFor("reading the dataset")::line);
    }

    TuningConsole(ConsoleWriter console) {
        this.console = console;
    }

    @Override
    public void learningRateTried(int step, int steps) {
        console.bar()
                .show("learning rate range test ", step / (double) steps, "step %,d of %,d".formatted(step, steps));
        if (step == steps) {
            console.bar().clear();
        }
    }

    @Override
    public void batchSizeTried(BatchSizeMeasurement point) {
        console.bar().show("batch size %,d: %,.0f images/s".formatted(point.batch(), point.imagesPerSecond()));
    }

    @Override
    public void print(String text) {
        console.print(text);
    }

    @Override
    public void clear() {
        console.bar().clear();
    }

    @Override
    public void close() {
        console.close();
    }
}
