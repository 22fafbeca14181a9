package dev.stoker.train.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.DamagedCheckpoint;
import dev.stoker.train.TrainingProgress;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedCheckpointTest {
    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private TensorScope scope;

    @BeforeEach
    void open() {
        scope = TensorScope.open("test");
    }

    @AfterEach
    void close() {
        scope.close();
    }

    private static TrainingProgress progress(long step) {
        var text = new TreeMap<>(TrainingProgress.NONE.toText());
        text.put("step", Long.toString(step));
        return TrainingProgress.ofText(text);
    }

    /** Checkpoints of these steps, whose one tensor holds the step. */
    private SafetensorsCheckpoints saved(long... steps) {
        var checkpoints = new SafetensorsCheckpoints(folder, 3, Optional.empty());
        for (long step : steps) {
            checkpoints.save(progress(step), Map.of("w", Tensor.of(new float[] {step}, Device.CPU, 1)));
        }
        checkpoints.finish();
        return new SafetensorsCheckpoints(folder, 3, Optional.empty());
    }

    private Path file(int step) {
        return folder.resolve("step-%08d.safetensors".formatted(step));
    }

    private void damage(int step) throws IOException {
        byte[] bytes = Files.readAllBytes(file(step));
        bytes[bytes.length - 1] ^= 1;
        Files.write(file(step), bytes);
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static float restored(SafetensorsCheckpoints checkpoints) {
        var tensor = Tensor.of(new float[] {-1}, Device.CPU, 1);
        assertThat(checkpoints.restore(Map.of("w", tensor))).isPresent();
        return tensor.toHost().get(ValueLayout.JAVA_FLOAT, 0);
    }

    @Test
    void theNewestSoundCheckpointIsRestoredAndTheDamagedOnesAreNamed() throws IOException {
        var checkpoints = saved(100, 200, 300);
        damage(300);
        damage(200);
        assertThat(checkpoints.latest().orElseThrow().step()).isEqualTo(100);
        assertThat(names()).as("looking changes nothing").hasSize(3).noneMatch(name -> name.endsWith(".damaged"));
        assertThat(restored(checkpoints)).isEqualTo(100);
        assertThat(names())
                .containsExactly(
                        "step-00000100.safetensors",
                        "step-00000200.safetensors.damaged",
                        "step-00000300.safetensors.damaged");
        assertThat(checkpoints.damaged())
                .extracting(DamagedCheckpoint::stepsLost)
                .containsExactly(200L, 100L);
        assertThat(checkpoints.damaged().getFirst().sentence())
                .contains(file(300).toString(), "tensor w, 4 bytes at byte", "fails its checksum (stored")
                .endsWith("it is kept as step-00000300.safetensors.damaged, and the run continues from step 100, so 200"
                        + " steps are repeated");
    }

    @Test
    void aDamagedCheckpointDoesNotCountAmongThoseThatAreKept() throws IOException {
        var checkpoints = saved(100, 200, 300);
        damage(300);
        restored(checkpoints);
        var state = Map.of("w", Tensor.of(new float[] {7}, Device.CPU, 1));
        checkpoints.save(progress(300), state);
        checkpoints.finish();
        assertThat(names())
                .containsExactly(
                        "step-00000100.safetensors",
                        "step-00000200.safetensors",
                        "step-00000300.safetensors",
                        "step-00000300.safetensors.damaged");
        assertThat(restored(checkpoints)).isEqualTo(7);
    }

    @Test
    void damagedCheckpointsAloneAreRefusedByNameAndNothingIsChanged() throws IOException {
        var checkpoints = saved(100, 200);
        damage(100);
        Files.write(file(200), new byte[0]);
        assertThatThrownBy(checkpoints::latest)
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("no checkpoint in " + folder + " is sound")
                .hasMessageContaining("step-00000200.safetensors is damaged (it ends at byte 0)")
                .hasMessageContaining("step-00000100.safetensors is damaged (tensor w")
                .hasMessageContaining("put back a copy of one, or start anew");
        assertThatThrownBy(() -> restored(checkpoints)).hasMessageContaining("is sound");
        assertThat(names()).containsExactly("step-00000100.safetensors", "step-00000200.safetensors");
    }

    @Test
    void aStepOfNineDigitsIsNewerThanOneOfEight() {
        assertThat(saved(99_999_999, 100_000_000).latest().orElseThrow().step()).isEqualTo(100_000_000);
    }
}
