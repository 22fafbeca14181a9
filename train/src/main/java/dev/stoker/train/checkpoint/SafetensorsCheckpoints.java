package dev.stoker.train.checkpoint;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.nn.weights.SafetensorsFile;
import dev.stoker.nn.weights.SafetensorsSnapshot;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.evaluation.Evaluation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The checkpoints of a run: one safetensors file each, which appears whole; the last few are kept, and the best weights. */
public final class SafetensorsCheckpoints {
    private static final String SUFFIX = ".safetensors";

    private final Path folder;
    private final int kept;
    private final Optional<Path> best;
    private final BackgroundWriter writer = new BackgroundWriter();
    private final Optional<Runnable> beforeWriting;
    private Optional<CheckpointStagingBuffers> places = Optional.empty();

    /** The last two are kept, and nothing else. */
    public SafetensorsCheckpoints(Path folder) {
        this(folder, 2, Optional.empty());
    }

    /** Keeps the last {@code kept} checkpoints, and the best weights in a file of their own. */
    public SafetensorsCheckpoints(Path folder, int kept, Optional<Path> best) {
        this(folder, kept, best, Optional.empty());
    }

    /** Keeps all, by way of spare places on any device; {@code beforeWriting} happens on the thread that writes. */
    static SafetensorsCheckpoints watched(Path folder, Runnable beforeWriting) {
        return new SafetensorsCheckpoints(folder, Integer.MAX_VALUE, Optional.empty(), Optional.of(beforeWriting));
    }

    private SafetensorsCheckpoints(Path folder, int kept, Optional<Path> best, Optional<Runnable> beforeWriting) {
        if (kept < 1) {
            throw new IllegalArgumentException("at least 1 checkpoint must be kept, got " + kept);
        }
        this.folder = folder;
        this.kept = kept;
        this.best = best;
        this.beforeWriting = beforeWriting;
    }

    /** How far the latest checkpoint has come. */
    public Optional<TrainingProgress> latest() {
        return restore(Map.of());
    }

    /** Until what is returned is closed, states are kept on the device first, in the innermost scope. */
    public CheckpointStagingBuffers onDevice(DeviceStream stream) {
        var spare = new CheckpointStagingBuffers(stream, beforeWriting.isPresent());
        places = Optional.of(spare);
        return spare;
    }

    /**
     * Takes the places and the locked memory that the first checkpoint and the first best weights would take: for that the whole
     * device is held up.
     */
    public void warmUp(Map<String, Tensor> state, Map<String, Tensor> weights) {
        warmUp(CheckpointStagingBuffers.Kind.STATE, state);
        if (best.isPresent()) {
            warmUp(CheckpointStagingBuffers.Kind.BEST, weights);
        }
    }

    private void warmUp(CheckpointStagingBuffers.Kind kind, Map<String, Tensor> tensors) {
        places.flatMap(spare -> spare.of(kind, tensors.values())).ifPresent(place -> {
            try (var memory = memoryFor(tensors)) {
                place.reserve(memory);
            }
        });
    }

    private static BatchMemoryAllocator memoryFor(Map<String, Tensor> tensors) {
        return PinnedMemory.forDevice(tensors.values().iterator().next().device());
    }

    /** Keeps the state as it is now; the file is written while training goes on. */
    public void save(TrainingProgress progress, Map<String, Tensor> state) {
        var file = folder.resolve("step-%08d%s".formatted(progress.step(), SUFFIX));
        write(
                CheckpointStagingBuffers.Kind.STATE,
                file,
                state,
                progress.toText(),
                () -> newestFirst().stream().skip(kept).forEach(SafetensorsCheckpoints::delete));
    }

    /** Writes the weights of the best evaluation so far over those of the one before. */
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
        var place = places.flatMap(spare -> spare.of(kind, tensors.values()));
        if (place.isEmpty()) {
            write(file, SafetensorsWriter.snapshot(tensors, metadata, memory), then);
            return;
        }
        var taken = place.get().take();
        try {
            var snapshot = SafetensorsWriter.snapshot(tensors, metadata, memory, taken);
            write(file, snapshot, then);
        } catch (RuntimeException failure) {
            taken.close(); // an earlier file could not be written, so nobody fetches this one
            throw failure;
        }
    }

    private void write(Path file, SafetensorsSnapshot snapshot, Runnable then) {
        writer.write(() -> {
            try (snapshot) {
                beforeWriting.ifPresent(Runnable::run);
                snapshot.write(file);
                then.run();
                return null;
            }
        });
    }

    /** Waits until everything is on the disk. */
    public void finish() {
        writer.finish();
    }

    /** Brings the state of the latest checkpoint back and says how far it had come. */
    public Optional<TrainingProgress> restore(Map<String, Tensor> state) {
        return newestFirst().stream().findFirst().map(file -> {
            try (var checkpoint = SafetensorsFile.open(file)) {
                checkpoint.copyInto(state);
                return TrainingProgress.ofText(checkpoint.metadata());
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
