package dev.stoker.cli.internal.console;

import dev.stoker.cli.internal.console.StyledText.Style;
import dev.stoker.core.TaskMetric;
import dev.stoker.lab.experiment.ExperimentObserver;
import dev.stoker.lab.experiment.Trial;
import dev.stoker.lab.experiment.TrialRecord;
import dev.stoker.lab.experiment.TrialState;
import java.util.Map;
import java.util.OptionalDouble;

/** An experiment on the screen: a line for each run, then the table. */
public final class ExperimentConsole implements ExperimentObserver, MessageOutput, AutoCloseable {
    private final ConsoleWriter writer;
    private long started;

    public ExperimentConsole(OutputOptions output) {
        writer = new ConsoleWriter(output);
    }

    @Override
    public void began(int done, int total) {
        if (done > 0) {
            print("%d of %d runs are there already".formatted(done, total));
        }
    }

    @Override
    public void started(Trial trial, int position, int total) {
        started = System.nanoTime();
        writer.bar().show("%d/%d  %s".formatted(position, total, text(trial)));
    }

    @Override
    public void ended(TrialRecord record, int position, int total) {
        double seconds = (System.nanoTime() - started) * 1e-9;
        String title = "%d/%d  %s  ".formatted(position, total, text(record.trial()));
        writer.bar().clear();
        writer.print(
                record.state() == TrialState.FINISHED
                        ? StyledText.of(title + "%s  %.1f s".formatted(result(record.result()), seconds))
                        : StyledText.of(title)
                                .and(Style.YELLOW, record.state().title())
                                .and(": " + record.reason()));
    }

    private static String text(Trial trial) {
        return trial.repetition() > 1 ? "%s (run %d)".formatted(trial.title(), trial.repetition()) : trial.title();
    }

    private static String result(Map<String, ?> result) {
        var best = TaskMetric.find(field -> number(result, "best_validation_" + field));
        var rate = number(result, "images_per_second");
        return rate.isPresent() && best.isPresent()
                ? "%,.0f images/s, validation %s %s"
                        .formatted(
                                rate.getAsDouble(),
                                best.get().name(),
                                best.get().text())
                : "finished";
    }

    private static OptionalDouble number(Map<String, ?> result, String name) {
        return result.get(name) instanceof Number number
                ? OptionalDouble.of(number.doubleValue())
                : OptionalDouble.empty();
    }

    @Override
    public void print(String text) {
        writer.print(text);
    }

    @Override
    public void clear() {
        writer.bar().clear();
    }

    /** The columns of a table on this terminal. */
    public int columns() {
        return writer.columns();
    }

    @Override
    public void close() {
        writer.close();
    }
}
