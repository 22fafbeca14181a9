package dev.stoker.cli;

import dev.stoker.core.Bytes;
import dev.stoker.core.Reporter;
import dev.stoker.job.FetchedSet;
import dev.stoker.telemetry.Json;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;

/** Shows how a fetch gets on: a live bar for each step on a terminal, plain lines elsewhere, then where the set is. */
final class FetchConsole implements Reporter, AutoCloseable {
    /** Between two plain lines of one step. */
    private static final Duration PLAIN_INTERVAL = Duration.ofSeconds(10);

    private final Output output;
    private final PrintStream out;
    private final LiveLine line;
    private Transfer transfer = Transfer.begin("", Optional.empty());
    private long lastPlain = System.nanoTime();

    FetchConsole(Output output) {
        this.output = output;
        // With --json, standard output belongs to the one object.
        out = output.json() ? System.err : System.out;
        line = new LiveLine(out, !output.quiet() && Terminal.isTerminal(output.json() ? 2 : 1), Terminal.columns());
    }

    @Override
    public void step(String title, Optional<Bytes> total) {
        endStep();
        transfer = Transfer.begin(title, total);
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
        transfer = Transfer.begin("", Optional.empty());
    }

    @Override
    public void say(String text) {
        endStep();
        print(text);
    }

    void finished(FetchedSet set) {
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

    void stopped(String name) {
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
