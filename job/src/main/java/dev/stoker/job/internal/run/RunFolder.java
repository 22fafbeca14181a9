package dev.stoker.job.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.DurableFolders;
import dev.stoker.core.io.FolderLock;
import dev.stoker.core.io.SymbolicLink;
import dev.stoker.telemetry.run.RecordedRun;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The folder of one run. While it is open, no other process can write to it. */
public final class RunFolder implements AutoCloseable {
    private static final String METRICS = "metrics.jsonl";
    private static final String MODEL = "model.safetensors";
    private static final String STATE = "state.json";
    static final String LOCK = ".lock";

    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    private static final Pattern CHECKPOINT = Pattern.compile("step-([0-9]{8,18})\\.safetensors");

    private final Path path;
    private final FolderLock lock;

    private RunFolder(Path path, FolderLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Creates {@code runs/<when>-<name>}; a second run within the same second gets a numbered name. */
    public static RunFolder create(Path runs, String name, LocalDateTime when) {
        refuseBrokenLink(runs);
        String base = WHEN.format(when) + "-" + name;
        try {
            DurableFolders.create(runs);
            for (int i = 1; ; i++) {
                var path = runs.resolve(i == 1 ? base : base + "-" + i);
                try {
                    Files.createDirectory(path);
                } catch (FileAlreadyExistsException _) {
                    continue;
                }
                AtomicFile.syncDirectory(path);
                DurableFolders.create(path.resolve("checkpoints"));
                return lock(path);
            }
        } catch (IOException failure) {
            throw new StokerException(
                            "cannot create a run folder in %s (%s); choose a writable folder"
                                    .formatted(runs.toAbsolutePath(), AtomicFile.reason(failure)),
                            failure)
                    .about("runs");
        }
    }

    /** Opens the folder of an earlier run. */
    public static RunFolder open(Path path) {
        if (!isRun(path)) {
            throw new StokerException(
                    "%s is not a run folder: it has no plan.yaml; give a folder created by `stoker train`"
                            .formatted(path));
        }
        return lock(path);
    }

    /** Whether a run has written its plan into the folder. */
    public static boolean isRun(Path folder) {
        return RecordedRun.isRun(folder);
    }

    public static Path plan(Path folder) {
        return folder.resolve("plan.yaml");
    }

    private static void refuseBrokenLink(Path folder) {
        SymbolicLink.problem(folder).ifPresent(problem -> {
            throw new StokerException(problem);
        });
    }

    private static RunFolder lock(Path path) {
        try {
            return FolderLock.tryAcquire(path.resolve(LOCK))
                    .map(lock -> new RunFolder(path, lock))
                    .orElseThrow(() -> new StokerException(
                            "another process is training in %s; wait for it, or start a run of its own"
                                    .formatted(path)));
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot lock the run folder %s (%s)".formatted(path, AtomicFile.reason(failure)), failure);
        }
    }

    public Path path() {
        return path;
    }

    public Path plan() {
        return plan(path);
    }

    public Path metrics() {
        return path.resolve(METRICS);
    }

    public Path model() {
        return path.resolve(MODEL);
    }

    /** The weights of the best evaluation. */
    public Path best() {
        return path.resolve("best.safetensors");
    }

    public Path confusion() {
        return path.resolve("confusion.csv");
    }

    /** What is wrong with the corrupt images that were skipped. */
    public Path skipped() {
        return path.resolve("skipped.jsonl");
    }

    /** Samples of what device and process did. */
    public Path utilization() {
        return path.resolve("utilization.jsonl");
    }

    /** How the run ended. */
    public Path state() {
        return path.resolve(STATE);
    }

    /** Where the run is trained. */
    public Path environment() {
        return path.resolve("environment.json");
    }

    /** What the run reached. */
    public Path result() {
        return path.resolve("result.json");
    }

    /** The run as a page for people. */
    public Path report() {
        return path.resolve("report.html");
    }

    /** The trace of the profiled steps. */
    public Path trace() {
        return path.resolve("trace.json");
    }

    public Path checkpoints() {
        return path.resolve("checkpoints");
    }

    /** The step of the newest checkpoint, by the names of the files, which appear when they are complete. */
    public OptionalLong newestCheckpoint() {
        try (var files = Files.list(checkpoints())) {
            return files.map(file -> CHECKPOINT.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .mapToLong(name -> Long.parseLong(name.group(1)))
                    .max();
        } catch (IOException _) {
            return OptionalLong.empty(); // the folder is gone, and so are they
        }
    }

    /** What the run was trained on. */
    public Path fingerprint() {
        return path.resolve("fingerprint.gz");
    }

    /** Exists since the first checkpoint was on the disk. */
    Path checkpointMark() {
        return path.resolve(".checkpointed");
    }

    /** To be called when a checkpoint is on the disk, before older ones are deleted. */
    public void markCheckpointed() {
        if (!Files.exists(checkpointMark())) {
            AtomicFile.write(checkpointMark(), "a checkpoint was written, so this run is not started again unasked\n");
        }
    }

    /** Where {@link #archive} would move files to. */
    Path nextArchive() {
        return new RunArchive(this).next();
    }

    /** Moves everything that the run has written, but its plan, to a folder within it; empty where there is nothing. */
    public Optional<Path> archive() {
        return new RunArchive(this).create();
    }

    /** A run starts: the folder of checkpoints may have been deleted. */
    public void createCheckpoints() {
        try {
            Files.createDirectories(checkpoints());
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot create %s (%s)".formatted(checkpoints(), AtomicFile.reason(failure)), failure);
        }
    }

    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot unlock the run folder %s (%s)".formatted(path, AtomicFile.reason(failure)), failure);
        }
    }
}
