package dev.stoker.cli.internal.console;

import dev.stoker.core.Bytes;
import dev.stoker.core.ProgressReporter;
import dev.stoker.job.registry.DownloadedDataset;
import dev.stoker.telemetry.log.Json;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;

/** Shows how a fetch gets on: a live bar for each step on a terminal, plain lines elsewhere, then where the set is. */
public final class DownloadConsole implements ProgressReporter, AutoCloseable {
    /** Between two plain lines of one step. */
    private static final Duration PLAIN_INTERVAL = Duration.ofSeconds(10);

    private final OutputOptions output;
    private final PrintStream out;
    private final ProgressBar line;
    private DownloadProgress transfer = DownloadProgress.begin("", Optional.empty());
    private long lastPlain = System.nanoTime();

    public DownloadConsole(OutputOptions output) {
        this.output = output;
        // With --json, standard output belongs to the one object.
        out = output.json() ? System.err : System.out;
        line = new ProgressBar(out, !output.quiet() && Terminal.isTerminal(output.json() ? 2 : 1), Terminal.columns());
    }

    @Override
    public void step(String title, Optional<Bytes> total) {
        endStep();
        transfer = DownloadProgress.begin(title, total);
        lastPlain = System.nanoTime();
    }

    @Override
    public void reached(Bytes done) {
        transfer.reached(done);
        if (line.isLive()) {
            transfer.share()
                    .ifPresentOrElse(
                            share -> line.show(transfer.title() + " ", share, " " + transfer.figures()),
                            () -> line.show(transfer.title() + " " + transfer.figures()));
        } else if (System.nanoTime() - lastPlain > PLAIN_INTERVAL.toNanos()) {
            lastPlain = System.nanoTime();
            print("%s: %s".formatted(transfer.title(), transfer.plainFigures()));
        }
    }

    /** One line for a step that moved anything. */
    private void endStep() {
        if (transfer.isBegun()) {
            print("%s: %s".formatted(transfer.title(), transfer.summary()));
        }
        transfer = DownloadProgress.begin("", Optional.empty());
    }

    @Override
    public void say(String text) {
        endStep();
        print(text);
    }

    public void finished(DownloadedDataset set) {
        endStep();
        if (output.json()) {
            line.clear();
            System.out.println(Json.write(set.fields()));
            return;
        }
        print("%s: %s, %d files, %s, verified, %.1f s"
                .formatted(set.folder(), set.outcome(), set.files(), set.size(), set.seconds()));
        print("train on it: ./stoker train --data " + set.dataFlag());
    }

    public void stopped(String name) {
        endStep();
        print("stopped; what was downloaded is kept: run it again to go on with %s".formatted(name));
    }

    private void print(String text) {
        line.clear();
        if (!output.quiet()) {
            out.println(text);
        }
    }

    @Override
    public void close() {
        line.clear();
    }
}
