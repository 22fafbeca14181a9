package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.corpus.TorchCorpus;
import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.SafetensorsMutator;
import dev.stoker.bench.internal.mutation.TextMutator;
import dev.stoker.bench.internal.mutation.ZipMutator;
import dev.stoker.nn.weights.WeightFile;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** PyTorch's files, and checkpoints. */
final class WeightTargets {
    private static final String CHECKPOINT = "checkpoints/step-00000000.safetensors";
    private static final float[] VALUES = {0.5f, -1, 2, 3.25f, 0, 7};

    private WeightTargets() {}

    static FuzzTarget torch(ScratchFolder scratch) {
        return new FileTarget(
                scratch,
                "weights.pth",
                List.of(TorchCorpus.file(1), TorchCorpus.file(3)),
                new ZipMutator(new ByteMutator().or(new TextMutator())),
                (file, _) -> readTorch(file));
    }

    private static void readTorch(Path path) {
        try (var file = WeightFile.open(path);
                var _ = TensorScope.open("fuzz")) {
            file.tensors().forEach((name, info) -> SafetensorsTarget.bytes(file, name, info));
        }
    }

    static FuzzTarget checkpoint(ScratchFolder scratch) {
        return new FileTarget(
                scratch,
                CHECKPOINT,
                List.of(checkpointFile(scratch)),
                new SafetensorsMutator().or(new ByteMutator()),
                WeightTargets::readCheckpoint);
    }

    private static byte[] checkpointFile(ScratchFolder scratch) {
        try (var _ = TensorScope.open("corpus")) {
            Path file = scratch.path().resolve(CHECKPOINT);
            Path folder = file.resolveSibling("");
            Files.createDirectories(folder);
            var checkpoints = new SafetensorsCheckpoints(folder);
            checkpoints.save(TrainingProgress.NONE, state(VALUES));
            checkpoints.finish();
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Map<String, Tensor> state(float[] values) {
        return Map.of("weight", Tensor.of(values, new Device.Cpu(), 2, 3));
    }

    /** Where it has checksums, what is restored must be what was saved; without them it is a file from elsewhere. */
    private static void readCheckpoint(Path file, FuzzInput input) {
        try (var _ = TensorScope.open("fuzz")) {
            var state = state(new float[VALUES.length]);
            var checkpoints = new SafetensorsCheckpoints(file.resolveSibling(""));
            checkpoints.latest();
            var progress = checkpoints.restore(state);
            if (new String(input.bytes(), StandardCharsets.ISO_8859_1).contains("crc32c")) {
                var restored = state.values().iterator().next().toHost().toArray(ValueLayout.JAVA_FLOAT);
                WrongResultException.require(
                        Arrays.equals(restored, VALUES)
                                && progress.filter(TrainingProgress.NONE::equals)
                                        .isPresent(),
                        "a damaged checkpoint was restored in spite of its checksums");
            }
        }
    }
}
