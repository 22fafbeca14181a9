package dev.stoker.train.checkpoint;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.nn.weights.SafetensorsFile;
import dev.stoker.nn.weights.SafetensorsSnapshot;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.Checkpoints;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.evaluation.Evaluation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A safetensors file for each checkpoint, which appears by rename; the last few are kept, and the best weights. */
public final class SafetensorsCheckpoints implements Checkpoints {
    private static final String SUFFIX = ".safetensors";

    private final Path folder;
    private final int kept;
    private final Optional<Path> best;
    private final BackgroundWriter writer = new BackgroundWriter();
    private final BiConsumer<SafetensorsSnapshot, Path> files;
    private final Runnable saved;
    private Optional<CheckpointStagingBuffers> staging = Optional.empty();

    /** The last two are kept, and no best weights. */
    public SafetensorsCheckpoints(Path folder) {
        this(folder, 2, Optional.empty());
    }

    /** Keeps the last {@code kept} checkpoints, and the best weights in a file of their own. */
    public SafetensorsCheckpoints(Path folder, int kept, Optional<Path> best) {
        this(folder, kept, best, () -> {});
    }

    /** The same; {@code saved} is called on the writer's thread when a checkpoint is on the disk, before older ones are deleted. */
    public SafetensorsCheckpoints(Path folder, int kept, Optional<Path> best, Runnable saved) {
        this(folder, kept, best, SafetensorsSnapshot::write, saved);
    }

    /** {@code files} writes a snapshot to a file, on the thread of the background writer. */
    SafetensorsCheckpoints(Path folder, int kept, Optional<Path> best, BiConsumer<SafetensorsSnapshot, Path> files) {
        this(folder, kept, best, files, () -> {});
    }

    private SafetensorsCheckpoints(
            Path folder, int kept, Optional<Path> best, BiConsumer<SafetensorsSnapshot, Path> files, Runnable saved) {
        if (kept < 1) {
            throw new IllegalArgumentException("at least 1 checkpoint must be kept, got " + kept);
        }
        this.folder = folder;
        this.kept = kept;
        this.best = best;
        this.files = files;
        this.saved = saved;
    }

    @Override
    public Optional<TrainingProgress> latest() {
        return restore(Map.of());
    }

    @Override
    public Session open(StagingAllocator allocator) {
        var buffers = new CheckpointStagingBuffers(allocator);
        staging = Optional.of(buffers);
        return buffers;
    }

    /** Allocates staging buffers and page-locked memory. */
    @Override
    public void reserve(Map<String, Tensor> state, Map<String, Tensor> weights) {
        reserve(CheckpointStagingBuffers.Kind.STATE, state);
        if (best.isPresent()) {
            reserve(CheckpointStagingBuffers.Kind.BEST, weights);
        }
    }

    private void reserve(CheckpointStagingBuffers.Kind kind, Map<String, Tensor> tensors) {
        staging.flatMap(buffers -> buffers.of(kind, tensors.values())).ifPresent(buffer -> {
            try (var memory = memoryFor(tensors)) {
                buffer.reserve(memory);
            }
        });
    }

    private static BatchMemoryAllocator memoryFor(Map<String, Tensor> tensors) {
        return PinnedMemory.forDevice(tensors.values().iterator().next().device());
    }

    /** The file is written while training continues. */
    @Override
    public void save(TrainingProgress progress, Map<String, Tensor> state) {
        var file = folder.resolve("step-%08d%s".formatted(progress.step(), SUFFIX));
        write(CheckpointStagingBuffers.Kind.STATE, file, state, progress.toText(), () -> {
            saved.run();
            newestFirst().stream().skip(kept).forEach(SafetensorsCheckpoints::delete);
        });
    }

    @Override
    public void saveBest(Map<String, Tensor> weights, TrainingProgress progress, Evaluation test) {
        var metadata = Map.of(
                "format", "pt",
                "step", Long.toString(progress.step()),
                "test_accuracy", Double.toString(test.accuracy()),
                "test_loss", Double.toString(test.loss()));
        best.ifPresent(file -> write(CheckpointStagingBuffers.Kind.BEST, file, weights, metadata, () -> {}));
    }

    private void write(
            CheckpointStagingBuffers.Kind kind,
            Path file,
            Map<String, Tensor> tensors,
            Map<String, String> metadata,
            Runnable then) {
        var memory = memoryFor(tensors);
        var buffer = staging.flatMap(buffers -> buffers.of(kind, tensors.values()));
        if (buffer.isEmpty()) {
            write(file, SafetensorsWriter.snapshot(tensors, metadata, memory), then);
            return;
        }
        var taken = buffer.get().take();
        try {
            var snapshot = SafetensorsWriter.snapshot(tensors, metadata, memory, taken);
            write(file, snapshot, then);
        } catch (RuntimeException failure) {
            taken.close(); // an earlier file could not be written, so this one is never fetched
            throw failure;
        }
    }

    private void write(Path file, SafetensorsSnapshot snapshot, Runnable then) {
        writer.write(() -> {
            try (snapshot) {
                files.accept(snapshot, file);
                then.run();
                return null;
            }
        });
    }

    @Override
    public void finish() {
        writer.finish();
    }

    @Override
    public Optional<TrainingProgress> restore(Map<String, Tensor> state) {
        return newestFirst().stream().findFirst().map(file -> {
            try (var checkpoint = SafetensorsFile.open(file)) {
                checkpoint.copyInto(state);
                return TrainingProgress.ofText(checkpoint.metadata());
            } catch (NumberFormatException failure) {
                throw new StokerException(
                        file + " is not a checkpoint of a run: its metadata has no progress", failure);
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
                    "cannot list the checkpoints in %s (%s)".formatted(folder, AtomicFile.reason(failure)), failure);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot delete the old checkpoint %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }
}
