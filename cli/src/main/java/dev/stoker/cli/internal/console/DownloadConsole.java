package dev.stoker.cli.internal.console;

import dev.stoker.core.Bytes;
import dev.stoker.core.ProgressReporter;
import dev.stoker.job.registry.DownloadedDataset;
import dev.stoker.job.registry.RegisteredDataset;
import java.time.Duration;
import java.util.Optional;

/** Shows a download: a progress bar for each step on a terminal, lines elsewhere, then the folder of the dataset. */
public final class DownloadConsole implements ProgressReporter, MessageOutput, AutoCloseable {
    /** Between two lines of one step. */
    private static final Duration PLAIN_INTERVAL = Duration.ofSeconds(10);

    private final ConsoleWriter console;
    private DownloadProgress transfer = DownloadProgress.begin("", Optional.empty());
    private long lastPlain = System.nanoTime();

    public DownloadConsole(OutputOptions output) {
        console = new ConsoleWriter(output);
    }

    @Override
    public void begin(String title, Optional<Bytes> total) {
        endStep();
        transfer = DownloadProgress.begin(title, total);
        lastPlain = System.nanoTime();
    }

    @Override
    public void progress(Bytes done) {
        transfer.reached(done);
        if (console.bar().isLive()) {
            transfer.share()
                    .ifPresentOrElse(
                            share -> console.bar().show(transfer.title() + " ", share, " " + transfer.figures()),
                            () -> console.bar().show(transfer.title() + " " + transfer.figures()));
        } else if (System.nanoTime() - lastPlain > PLAIN_INTERVAL.toNanos()) {
            lastPlain = System.nanoTime();
            console.print("%s: %s".formatted(transfer.title(), transfer.plainFigures()));
        }
    }

    /** One line for a step that moved anything. */
    private void endStep() {
        console.bar().clear();
        if (transfer.isBegun()) {
            console.print("%s: %s".formatted(transfer.title(), transfer.summary()));
        }
        transfer = DownloadProgress.begin("", Optional.empty());
    }

    @Override
    public void message(String text) {
        endStep();
        console.print(text);
    }

    /** What another command is about to download before it begins. */
    public void starting(RegisteredDataset set) {
        console.print("%s is not here yet; downloading %s into %s, license: %s"
                .formatted(set.name(), set.size(), set.folder(), set.license()));
    }

    /** The end of a download that another command asked for; its JSON is that of the other command. */
    public void complete(DownloadedDataset set) {
        endStep();
        console.print("%s: %s, %d files, %s, verified, %.1f s"
                .formatted(set.folder(), set.outcome(), set.files(), set.size(), set.seconds()));
    }

    /** The end of a copy, which has a line where there was something to copy. */
    public void copied() {
        endStep();
    }

    public void finished(DownloadedDataset set) {
        endStep();
        if (console.wantsJson()) {
            console.json(set.fields());
            return;
        }
        complete(set);
        console.print("train on it: ./stoker train --data " + set.dataFlag());
    }

    @Override
    public void print(String text) {
        console.print(text);
    }

    @Override
    public void clear() {
        console.bar().clear();
    }

    public static String stopped(String name) {
        return "stopped; what was downloaded is kept: run it again to resume %s".formatted(name);
    }

    @Override
    public void close() {
        console.close();
    }
}
