package dev.stoker.cli.internal.console;

import dev.stoker.lab.doctor.DoctorObserver;
import dev.stoker.train.search.BatchSizeMeasurement;

/** Shows on a terminal what is being measured; elsewhere nothing. */
public final class DoctorConsole implements DoctorObserver, MessageOutput, AutoCloseable {
    private final ConsoleWriter console;

    public DoctorConsole(OutputOptions output) {
        this(new ConsoleWriter(output));
        console.bar().show(new TrainingStatus(console.columns()).waitingFor("reading the dataset")::line);
    }

    DoctorConsole(ConsoleWriter console) {
        this.console = console;
    }

    @Override
    public void batchSizeTried(BatchSizeMeasurement point) {
        console.bar().show("batch size %,d: %,.0f images/s".formatted(point.batch(), point.imagesPerSecond()));
    }

    @Override
    public void measuring(String what, int round, double share) {
        String turn = round == 0 ? "warm-up" : "round %d".formatted(round);
        console.bar().show("measuring ", share, "%s: %s".formatted(turn, what));
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
