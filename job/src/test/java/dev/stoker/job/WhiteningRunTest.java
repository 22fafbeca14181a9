package dev.stoker.job;

import static dev.stoker.job.TestRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.weights.WeightFile;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhiteningRunTest {
    private static final Path DATA = SmallTestData.of(60, 20);
    private static final List<String> DEFAULTS = List.of(
            "model=airbench94",
            "whiten=40",
            "epochs=2",
            "batch=10",
            "lr=0.01",
            "flip=alternating",
            "edge=reflect",
            "train-until=0.bias=1",
            "lookahead=5",
            "checkpoint-every=2");

    @TempDir
    Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder, DEFAULTS, settings);
    }

    private static float[] weights(Path run, String name) {
        try (var _ = TensorScope.open("test");
                var file = WeightFile.open(run.resolve("model.safetensors"))) {
            var stored = Objects.requireNonNull(file.tensors().get(name), name);
            long[] sizes = stored.sizes().stream().mapToLong(Long::longValue).toArray();
            var tensor = Tensor.zeros(DataType.FLOAT32, Device.CPU, sizes);
            file.copy(name, tensor);
            return tensor.toHost().toArray(ValueLayout.JAVA_FLOAT);
        }
    }

    @Test
    void theFirstLayerIsWhitenedOnceAndFrozenAndItsBiasTrained() {
        var few = run(plan("epochs=1", "name=few"));
        var more = run(plan("epochs=2", "name=more"));
        var other = run(plan("epochs=1", "whiten=10", "name=other"));
        assertThat(weights(more.run(), "0.weight"))
                .containsExactly(weights(few.run(), "0.weight"))
                .isNotEqualTo(weights(other.run(), "0.weight"));
        assertThat(weights(few.run(), "0.bias")).doesNotContain(0);
    }

    @Test
    void aResumedRunIsNotWhitenedAgainAndEndsWithTheSameBits() {
        var whole = run(plan("name=whole"));
        var steps = new AtomicInteger();
        Path stopped;
        try (var job = TrainingJob.start(plan("name=parts"))) {
            stopped = job.folder();
            assertThat(job.initialWeightsNote()).hasValue("0.weight initialized by whitening 40 training images");
            assertThat(job.run(List.of(), () -> steps.incrementAndGet() >= 8)).isEmpty();
        }
        try (var job = TrainingJob.resume(stopped.toString(), folder, Map.of())) {
            assertThat(job.initialWeightsNote()).isEmpty();
            assertThat(job.run(List.of(), () -> false).orElseThrow().modelSha256())
                    .isEqualTo(whole.modelSha256());
        }
    }

    @Test
    void aModelWithoutSuchALayerIsRefusedBeforeAFolderIsCreated() throws IOException {
        assertThatThrownBy(() -> TrainingJob.start(plan("model=cnn", "train-until=none")))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("whiten: model cnn has no whitening layer");
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void whiteningAndAFileOfWeightsAreRefusedTogether() {
        assertThatThrownBy(() -> TrainingJob.start(plan("weights=some.safetensors")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("remove one of them");
    }
}
