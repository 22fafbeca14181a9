package dev.stoker.cli.internal.console;

import dev.stoker.core.Bytes;
import dev.stoker.job.prepare.PreparationJob;
import dev.stoker.job.prepare.PrepareResult;

/** Shows a preparation: a progress bar on a terminal, a line at every tenth elsewhere, then a table. */
public final class PrepareConsole implements PreparationJob.Listener, MessageOutput, AutoCloseable {
    public static final String STOPPED = "stopped; finished shards are kept: the same command resumes";

    private static final int LINES = 10;
    private static final double NANOS = 1e9;

    private final ConsoleWriter console;
    private final RemainingTime timeLeft = new RemainingTime();
    private long total;
    private long first;
    private long done;
    private long start;

    public PrepareConsole(OutputOptions output) {
        console = new ConsoleWriter(output);
    }

    @Override
    public void started(long images, int shards, long imagesDone, int shardsDone) {
        total = images;
        first = imagesDone;
        done = imagesDone;
        start = System.nanoTime();
        timeLeft.start(imagesDone);
        console.print("images %,d, shards %,d".formatted(images, shards));
        if (shardsDone > 0) {
            console.print("resuming: %,d shards with %,d images are done".formatted(shardsDone, imagesDone));
        }
    }

    @Override
    public void advanced(long images) {
        long before = done;
        done += images;
        if (console.bar().isLive()) {
            console.bar().show("%,d/%,d ".formatted(done, total), done / (double) total, " " + speed());
        } else if (done * LINES / total > before * LINES / total) {
            console.print("%,d/%,d  %s".formatted(done, total, speed()));
        }
    }

    private String speed() {
        double seconds = (System.nanoTime() - start) / NANOS;
        return "%,.0f images/s  %s left".formatted((done - first) / seconds, timeLeft.text(done, total));
    }

    public void finished(PrepareResult result) {
        console.bar().clear();
        if (console.wantsJson()) {
            console.json(result.fields());
            return;
        }
        console.print("");
        row("records", "%,d, %s".formatted(result.records(), new Bytes(result.bytes())));
        row("source files", new Bytes(result.sourceBytes()).toString());
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
        if (result.damaged() > 0) {
            row(
                    "damaged",
                    "%,d, see %s"
                            .formatted(result.damaged(), result.destination().resolve("damaged.txt")));
        }
        if (result.duplicates() > 0) {
            row(
                    "duplicates",
                    "%,d, see %s"
                            .formatted(result.duplicates(), result.destination().resolve("duplicates.txt")));
        }
        row("time", "%.1f s, %,.0f images/s".formatted(result.seconds(), result.imagesPerSecond()));
        row("dataset", result.destination().toString());
    }

    @Override
    public void print(String text) {
        console.print(text);
    }

    @Override
    public void clear() {
        console.bar().clear();
    }

    public void stopped() {
        console.bar().clear();
        console.print(STOPPED);
    }

    private void row(String title, String value) {
        console.print("  %-15s %s".formatted(title, value));
    }

    @Override
    public void close() {
        console.close();
    }
}
