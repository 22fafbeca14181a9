package dev.stoker.train;

import dev.stoker.core.StokerException;
import dev.stoker.core.WholeFile;
import dev.stoker.nn.Safetensors;
import dev.stoker.nn.SafetensorsFile;
import dev.stoker.tensor.PageLockedMemory;
import dev.stoker.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The checkpoints of a run: one safetensors file each, which appears whole; the last few are kept, and the best weights. */
public final class Checkpoints {
    private static final String SUFFIX = ".safetensors";

    private final Path folder;
    private final int kept;
    private final Optional<Path> best;
    private final BackgroundWriter writer = new BackgroundWriter();

    /** The last two are kept, and nothing else. */
    public Checkpoints(Path folder) {
        this(folder, 2, Optional.empty());
    }

    /** Keeps the last {@code kept} checkpoints, and the best weights in a file of their own. */
    public Checkpoints(Path folder, int kept, Optional<Path> best) {
        if (kept < 1) {
            throw new IllegalArgumentException("at least 1 checkpoint must be kept, got " + kept);
        }
        this.folder = folder;
        this.kept = kept;
        this.best = best;
    }

    /** How far the latest checkpoint has come. */
    public Optional<Progress> latest() {
        return restore(Map.of());
    }

    /** Keeps the state as it is now; the file is written while training goes on. */
    void save(Progress progress, Map<String, Tensor> state) {
        var file = folder.resolve("step-%08d%s".formatted(progress.step(), SUFFIX));
        write(
                file,
                state,
                progress.toText(),
                () -> newestFirst().stream().skip(kept).forEach(Checkpoints::delete));
    }

    /** Writes the weights of the best evaluation so far over those of the one before. */
    void saveBest(Map<String, Tensor> weights, Progress progress, Evaluation test) {
        var metadata = Map.of(
                "format", "pt",
                "step", Long.toString(progress.step()),
                "test_accuracy", Double.toString(test.accuracy()),
                "test_loss", Double.toString(test.loss()));
        best.ifPresent(file -> write(file, weights, metadata, () -> {}));
    }

    private void write(Path file, Map<String, Tensor> tensors, Map<String, String> metadata, Runnable then) {
        var device = tensors.values().iterator().next().device();
        var snapshot = Safetensors.snapshot(tensors, metadata, PageLockedMemory.towards(device));
        writer.write(() -> {
            try (snapshot) {
                snapshot.write(file);
                then.run();
                return null;
            }
        });
    }

    /** Waits until everything is on the disk. */
    void finish() {
        writer.finish();
    }

    /** Brings the state of the latest checkpoint back and says how far it had come. */
    Optional<Progress> restore(Map<String, Tensor> state) {
        return newestFirst().stream().findFirst().map(file -> {
            try (var checkpoint = SafetensorsFile.open(file)) {
                checkpoint.copyInto(state);
                return Progress.ofText(checkpoint.metadata());
            } catch (NumberFormatException failure) {
                throw new StokerException(
                        file + " is no checkpoint of a run: its metadata says nothing of progress", failure);
            }
        });
    }

    private List<Path> newestFirst() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SUFFIX))
                    .sorted(Comparator.comparing(Path::getFileName).reversed())
                    .toList();
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot list the checkpoints in %s (%s)".formatted(folder, WholeFile.reason(failure)), failure);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot delete the old checkpoint %s (%s)".formatted(file, WholeFile.reason(failure)), failure);
        }
    }
}
