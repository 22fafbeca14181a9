package dev.stoker.train;

import dev.stoker.core.SlotMemory;
import dev.stoker.core.StokerException;
import dev.stoker.core.WholeFile;
import dev.stoker.nn.Safetensors;
import dev.stoker.nn.SafetensorsFile;
import dev.stoker.nn.SafetensorsSnapshot;
import dev.stoker.tensor.DeviceStream;
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
    private final Optional<Runnable> beforeWriting;
    private Optional<SparePlaces> places = Optional.empty();

    /** The last two are kept, and nothing else. */
    public Checkpoints(Path folder) {
        this(folder, 2, Optional.empty());
    }

    /** Keeps the last {@code kept} checkpoints, and the best weights in a file of their own. */
    public Checkpoints(Path folder, int kept, Optional<Path> best) {
        this(folder, kept, best, Optional.empty());
    }

    /** Keeps all, by way of spare places on any device; {@code beforeWriting} happens on the thread that writes. */
    static Checkpoints watched(Path folder, Runnable beforeWriting) {
        return new Checkpoints(folder, Integer.MAX_VALUE, Optional.empty(), Optional.of(beforeWriting));
    }

    private Checkpoints(Path folder, int kept, Optional<Path> best, Optional<Runnable> beforeWriting) {
        if (kept < 1) {
            throw new IllegalArgumentException("at least 1 checkpoint must be kept, got " + kept);
        }
        this.folder = folder;
        this.kept = kept;
        this.best = best;
        this.beforeWriting = beforeWriting;
    }

    /** How far the latest checkpoint has come. */
    public Optional<Progress> latest() {
        return restore(Map.of());
    }

    /** Until what is returned is closed, states are kept on the device first, in the innermost scope. */
    SparePlaces onDevice(DeviceStream stream) {
        var spare = new SparePlaces(stream, beforeWriting.isPresent());
        places = Optional.of(spare);
        return spare;
    }

    /**
     * Takes the places and the locked memory that the first checkpoint and the first best weights would take: for that the whole
     * device is held up.
     */
    void getReady(Map<String, Tensor> state, Map<String, Tensor> weights) {
        getReady(SparePlaces.Kind.STATE, state);
        if (best.isPresent()) {
            getReady(SparePlaces.Kind.BEST, weights);
        }
    }

    private void getReady(SparePlaces.Kind kind, Map<String, Tensor> tensors) {
        places.flatMap(spare -> spare.of(kind, tensors.values())).ifPresent(place -> {
            try (var memory = memoryFor(tensors)) {
                place.reserve(memory);
            }
        });
    }

    private static SlotMemory memoryFor(Map<String, Tensor> tensors) {
        return PageLockedMemory.towards(tensors.values().iterator().next().device());
    }

    /** Keeps the state as it is now; the file is written while training goes on. */
    void save(Progress progress, Map<String, Tensor> state) {
        var file = folder.resolve("step-%08d%s".formatted(progress.step(), SUFFIX));
        write(
                SparePlaces.Kind.STATE,
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
        best.ifPresent(file -> write(SparePlaces.Kind.BEST, file, weights, metadata, () -> {}));
    }

    private void write(
            SparePlaces.Kind kind,
            Path file,
            Map<String, Tensor> tensors,
            Map<String, String> metadata,
            Runnable then) {
        var memory = memoryFor(tensors);
        var place = places.flatMap(spare -> spare.of(kind, tensors.values()));
        if (place.isEmpty()) {
            write(file, Safetensors.snapshot(tensors, metadata, memory), then);
            return;
        }
        var taken = place.get().take();
        try {
            var snapshot = Safetensors.snapshot(tensors, metadata, memory, taken);
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
