package dev.stoker.bench.fuzz;

import dev.stoker.bench.internal.format.ScratchFolder;
import dev.stoker.core.StokerException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A worker's process as its parent sees it. For one thread. */
final class WorkerProcess implements AutoCloseable {
    private static final long POLL_MILLISECONDS = 100;
    private static final String END = "end";

    private final Process process;
    private final ProgressFile progress;
    private final FuzzLimits limits;
    private final ScratchFolder scratch;
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Thread listener;

    private WorkerProcess(Process process, ProgressFile progress, FuzzLimits limits, ScratchFolder scratch) {
        this.process = process;
        this.progress = progress;
        this.limits = limits;
        this.scratch = scratch;
        listener = Thread.ofPlatform().daemon().name("fuzz answers").start(this::listen);
    }

    /** What became of a command: it is done, or the process ended in the middle. */
    sealed interface Outcome {
        record Done() implements Outcome {}

        record Ended(FindingKind kind, long index, String summary) implements Outcome {}
    }

    static WorkerProcess start(FuzzSettings settings, long seed, int number) {
        var scratch = ScratchFolder.create();
        var progressFile = scratch.path().resolve("progress-" + number);
        var progress = ProgressFile.open(progressFile, settings.formats().size());
        progress.clear();
        var arguments = new WorkerArguments(
                seed,
                settings.formats(),
                progressFile,
                settings.folder().resolve(FuzzRun.FINDINGS),
                scratch.path(),
                settings.limits().resident());
        try {
            var process = new ProcessBuilder(command(settings, arguments))
                    .redirectError(ProcessBuilder.Redirect.DISCARD) // decoders write a line for each damaged file
                    .start();
            return new WorkerProcess(process, progress, settings.limits(), scratch).ready();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The options of the launcher, and limits. */
    private static List<String> command(FuzzSettings settings, WorkerArguments arguments) {
        var command = new ArrayList<String>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + settings.folder().resolve("crash-%p.log"),
                "-Xmx" + settings.limits().heap().count(),
                "-Dorg.bytedeco.javacpp.noPointerGC=true",
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path", "."),
                FuzzWorker.class.getName()));
        command.addAll(arguments.texts());
        return command;
    }

    private WorkerProcess ready() {
        if (!"ready".equals(await())) {
            close();
            throw new StokerException(
                    "a process for inputs ended with code %d before its first input; run `stoker bench fuzz --replay` with a file of each format to see why"
                            .formatted(process.exitValue()));
        }
        return this;
    }

    private String await() {
        try {
            return answers.take();
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void listen() {
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(answers::add);
        } catch (UncheckedIOException | IOException _) {
            // It was killed.
        } finally {
            answers.add(END);
        }
    }

    /** Reads inputs; findings come while it does. */
    Outcome read(long from, long to, Consumer<FuzzFinding> found) {
        progress.clear();
        return command("read %d %d".formatted(from, to), found);
    }

    /** Has the input of a finding kept. */
    Outcome save(FuzzFinding finding) {
        return command("save " + finding.line(), _ -> {});
    }

    private Outcome command(String line, Consumer<FuzzFinding> found) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException _) {
            return ended();
        }
        var watch = new InputWatch(process, progress, limits);
        while (true) {
            var answer = poll();
            if (answer == null) {
                var exceeded = watch.exceeded();
                if (exceeded.isPresent()) {
                    process.destroyForcibly();
                    return exceeded.get();
                }
            } else if (answer.equals(END)) {
                return ended();
            } else if (answer.startsWith("found\t")) {
                found.accept(FuzzFinding.parse(answer.substring("found\t".length())));
            } else {
                return new Outcome.Done();
            }
        }
    }

    private @Nullable String poll() {
        try {
            return answers.poll(POLL_MILLISECONDS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private Outcome ended() {
        try {
            process.waitFor();
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
        return new Outcome.Ended(
                FindingKind.CRASH, progress.index(), "the process ended with code " + process.exitValue());
    }

    /** Since the last command. */
    FuzzCounts counts(int format) {
        return progress.counts(format);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
            listener.join(Duration.ofSeconds(10));
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
        scratch.close();
    }
}
