package dev.stoker.cli;

import dev.stoker.core.Bytes;
import dev.stoker.job.PreparationJob;
import dev.stoker.job.PrepareResult;
import dev.stoker.telemetry.Json;
import java.io.PrintStream;

/** Shows a preparation: a live bar on a terminal, a plain line at every tenth elsewhere, then a table. */
final class PrepareConsole implements PreparationJob.Listener, AutoCloseable {
    private static final int LINES = 10;
    private static final double NANOS = 1e9;

    private final Output output;
    private final PrintStream out;
    private final LiveLine line;
    private final TimeLeft timeLeft = new TimeLeft();
    private long total;
    private long first;
    private long done;
    private long start;

    PrepareConsole(Output output) {
        this.output = output;
        // With --json, standard output belongs to the one object.
        out = output.json() ? System.err : System.out;
        line = new LiveLine(out, !output.quiet() && Terminal.isTerminal(output.json() ? 2 : 1), Terminal.columns());
    }

    @Override
    public void started(long pictures, int shards, long picturesDone, int shardsDone) {
        total = pictures;
        first = picturesDone;
        done = picturesDone;
        start = System.nanoTime();
        timeLeft.start(picturesDone);
        say("pictures %,d, shards %,d".formatted(pictures, shards));
        if (shardsDone > 0) {
            say("going on: %,d of the shards, with %,d pictures, are done and intact"
                    .formatted(shardsDone, picturesDone));
        }
    }

    @Override
    public void advanced(long pictures) {
        long before = done;
        done += pictures;
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

    void finished(PrepareResult result) {
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

    void stopped() {
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
