package dev.stoker.cli.internal.console;

import dev.stoker.core.Bytes;
import dev.stoker.job.prepare.PreparationJob;
import dev.stoker.job.prepare.PrepareResult;
import dev.stoker.telemetry.log.Json;
import java.io.PrintStream;

/** Shows a preparation: a live bar on a terminal, a plain line at every tenth elsewhere, then a table. */
public final class PrepareConsole implements PreparationJob.Listener, AutoCloseable {
    private static final int LINES = 10;
    private static final double NANOS = 1e9;

    private final OutputOptions output;
    private final PrintStream out;
    private final ProgressBar line;
    private final RemainingTime timeLeft = new RemainingTime();
    private long total;
    private long first;
    private long done;
    private long start;

    public PrepareConsole(OutputOptions output) {
        this.output = output;
        // With --json, standard output belongs to the one object.
        out = output.json() ? System.err : System.out;
        line = new ProgressBar(out, !output.quiet() && Terminal.isTerminal(output.json() ? 2 : 1), Terminal.columns());
    }

    @Override
    public void started(long images, int shards, long imagesDone, int shardsDone) {
        total = images;
        first = imagesDone;
        done = imagesDone;
        start = System.nanoTime();
        timeLeft.start(imagesDone);
        say("images %,d, shards %,d".formatted(images, shards));
        if (shardsDone > 0) {
            say("going on: %,d of the shards, with %,d images, are done and intact".formatted(shardsDone, imagesDone));
        }
    }

    @Override
    public void advanced(long images) {
        long before = done;
        done += images;
        if (line.isLive()) {
            line.show("%,d/%,d ".formatted(done, total), done / (double) total, " " + speed());
        } else if (done * LINES / total > before * LINES / total) {
            say("%,d/%,d  %s".formatted(done, total, speed()));
        }
    }

    private String speed() {
        double seconds = (System.nanoTime() - start) / NANOS;
        return "%,.0f images/s  %s left".formatted((done - first) / seconds, timeLeft.text(done, total));
    }

    public void finished(PrepareResult result) {
        line.clear();
        if (output.json()) {
            System.out.println(Json.write(result.fields()));
            return;
        }
        say("");
        row("records", "%,d, %s".formatted(result.records(), new Bytes(result.bytes())));
        row("of files", new Bytes(result.sourceBytes()).toString());
        row("shards", "%,d".formatted(result.shards()));
        row("classes", "%,d".formatted(result.classes()));
        if (result.cropReady() > 0) {
            row("crop-ready", "%,d".formatted(result.cropReady()));
        }
        if (result.skipped() > 0) {
            row(
                    "skipped",
                    "%,d, see %s"
                            .formatted(result.skipped(), result.destination().resolve("corrupt.txt")));
        }
        if (result.duplicates() > 0) {
            row(
                    "duplicates",
                    "%,d, see %s"
                            .formatted(result.duplicates(), result.destination().resolve("duplicates.txt")));
        }
        row("time", "%.1f s, %,.0f images/s".formatted(result.seconds(), result.imagesPerSecond()));
        row("set", result.destination().toString());
    }

    public void stopped() {
        line.clear();
        say("stopped; finished shards are kept: the same command goes on");
    }

    private void row(String title, String value) {
        say("  %-15s %s".formatted(title, value));
    }

    private void say(String text) {
        if (!output.quiet()) {
            out.println(text);
        }
    }

    @Override
    public void close() {
        line.clear();
    }
}
