package dev.stoker.train.checkpoint;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.nn.weights.SafetensorsFile;
import dev.stoker.nn.weights.SafetensorsSnapshot;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.Checkpoints;
import dev.stoker.train.DamagedCheckpoint;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.evaluation.Evaluation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * A safetensors file for each checkpoint, which appears by rename; the last few are kept, and the best weights. The latest is
 * the newest whose checksums are right.
 */
public final class SafetensorsCheckpoints implements Checkpoints {
    private final CheckpointFolder folder;
    private final int kept;
    private final Optional<Path> best;
    private final BackgroundWriter writer = new BackgroundWriter();
    private final BiConsumer<SafetensorsSnapshot, Path> files;
    private final Runnable saved;
    private Optional<CheckpointStagingBuffers> staging = Optional.empty();
    private Map<String, String> description = Map.of();
    private List<DamagedCheckpoint> passedOver = List.of();

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
        this.folder = new CheckpointFolder(folder);
        this.kept = kept;
        this.best = best;
        this.files = files;
        this.saved = saved;
    }

    @Override
    public Optional<TrainingProgress> latest() {
        return folder.latest().map(CheckpointFolder.SoundCheckpoint::progress);
    }

    /** The file of the newest sound checkpoint in a folder. */
    public static Optional<Path> newest(Path folder) {
        return new CheckpointFolder(folder).latest().map(CheckpointFolder.SoundCheckpoint::file);
    }

    @Override
    public void describe(Map<String, String> metadata) {
        description = Map.copyOf(metadata);
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
        folder.forget();
        write(CheckpointStagingBuffers.Kind.STATE, folder.file(progress.step()), state, progress.toText(), () -> {
            saved.run();
            folder.keep(kept);
        });
    }

    @Override
    public void saveBest(Map<String, Tensor> weights, TrainingProgress progress, Evaluation validation) {
        var metadata = Map.of(
                "format",
                "pt",
                "step",
                Long.toString(progress.step()),
                "validation_" + validation.task().field(),
                Double.toString(validation.metric()),
                "validation_loss",
                Double.toString(validation.loss()));
        best.ifPresent(file -> write(CheckpointStagingBuffers.Kind.BEST, file, weights, metadata, () -> {}));
    }

    @Override
    public boolean restoreBest(Map<String, Tensor> weights) {
        writer.finish();
        var file = best.filter(Files::isRegularFile);
        file.ifPresent(found -> {
            try (var tensors = SafetensorsFile.open(found)) {
                tensors.copyInto(weights);
            }
        });
        return file.isPresent();
    }

    private void write(
            CheckpointStagingBuffers.Kind kind,
            Path file,
            Map<String, Tensor> tensors,
            Map<String, String> specific,
            Runnable then) {
        var metadata = new HashMap<>(description);
        metadata.putAll(specific);
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

    /** Damaged checkpoints that are newer get another name, but only when an older one is restored. */
    @Override
    public Optional<TrainingProgress> restore(Map<String, Tensor> state) {
        var latest = folder.latest();
        latest.ifPresent(found -> {
            try (var checkpoint = SafetensorsFile.open(found.file())) {
                checkpoint.copyInto(state);
            }
            passedOver = folder.setAsideDamaged(found);
        });
        return latest.map(CheckpointFolder.SoundCheckpoint::progress);
    }

    @Override
    public List<DamagedCheckpoint> damaged() {
        return passedOver;
    }
}
