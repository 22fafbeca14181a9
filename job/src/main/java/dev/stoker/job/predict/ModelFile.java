package dev.stoker.job.predict;

import dev.stoker.core.StokerException;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A file of weights, and what a person should know about its choice.
 *
 * @param note in one line; empty where the file is the one that was asked for
 */
public record ModelFile(Path file, Optional<String> note) {
    private static final String BEST_FILE = "best.safetensors";
    private static final String LAST_FILE = "model.safetensors";

    /** Which weights of a run. */
    public enum Choice {
        /** Of the best evaluation. */
        BEST(BEST_FILE),
        /** Of the end of the run. */
        LAST(LAST_FILE);

        private final String file;

        Choice(String file) {
            this.file = file;
        }
    }

    /** The file itself, or that of a run folder. A run that has not come so far has its newest checkpoint. */
    public static ModelFile find(Path path, Choice choice) {
        if (Files.isRegularFile(path)) {
            return new ModelFile(path, Optional.empty());
        }
        if (!Files.isDirectory(path)) {
            throw new StokerException(
                    "there is no run or weights file %s; give a run folder, a .safetensors file of one, or an exported .onnx file"
                            .formatted(path));
        }
        return wanted(path, choice)
                .or(() -> otherThan(path, choice))
                .or(() -> checkpoint(path))
                .orElseThrow(() -> nothing(path));
    }

    /** Whether a folder is one that {@link #find} looks into. */
    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(BEST_FILE))
                || Files.exists(folder.resolve(LAST_FILE))
                || Files.exists(folder.resolve("plan.yaml"));
    }

    private static Optional<ModelFile> wanted(Path run, Choice choice) {
        return existing(run.resolve(choice.file)).map(file -> new ModelFile(file, Optional.empty()));
    }

    private static Optional<ModelFile> otherThan(Path run, Choice choice) {
        return switch (choice) {
            case BEST ->
                existing(run.resolve(LAST_FILE))
                        .map(file -> new ModelFile(
                                file, Optional.of("%s has no best weights; these are its last".formatted(run))));
            case LAST -> Optional.empty();
        };
    }

    private static Optional<Path> existing(Path file) {
        return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
    }

    private static Optional<ModelFile> checkpoint(Path run) {
        return SafetensorsCheckpoints.newest(run.resolve("checkpoints"))
                .map(file -> new ModelFile(
                        file,
                        Optional.of("%s has not come to its end; these weights are of its newest checkpoint, %s"
                                .formatted(run, file.getFileName()))));
    }

    private static StokerException nothing(Path run) {
        return new StokerException(
                Files.exists(run.resolve("plan.yaml"))
                        ? "%s has no weights yet: it has finished no epoch and has no checkpoint; train it further with `stoker train --resume %s`"
                                .formatted(run, run)
                        : "%s is not a run folder: it has neither %s nor %s; give a folder created by `stoker train`, or a file of weights"
                                .formatted(run, BEST_FILE, LAST_FILE));
    }
}
