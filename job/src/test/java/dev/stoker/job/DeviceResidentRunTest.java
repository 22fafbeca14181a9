package dev.stoker.job;

import static dev.stoker.job.TestRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceResidentRunTest {
    private static final Path DATA = SmallTestData.of(300, 100);
    private static final List<String> DEFAULTS = List.of("model=mlp", "epochs=2", "checkpoint-every=3");

    @TempDir
    Path folder;

    private Plan plan(String settings) {
        return TestRuns.plan(DATA, folder, DEFAULTS, settings.split(" ", -1));
    }

    /** Any difference in the images, their order, shift or flip would show in the weights. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "shift=3 flip=random",
                "shift=2 flip=alternating edge=reflect",
                "flip=none cutout=6 steps-per-epoch=7",
                "shift=4 progressive=sample=0.5:1,batch=32:64 phases=2"
            })
    void hostAndDeviceAugmentationGiveTheSameWeightsBitForBit(String settings) {
        var onHost = run(plan(settings + " augment=cpu"));
        var onDevice = run(plan(settings + " augment=device resident=auto"));
        assertThat(onDevice.modelSha256()).isEqualTo(onHost.modelSha256());
    }

    /** Colors are rounded differently, so weights differ a little, but training does not. */
    @Test
    void colorTransformsTrainTheSame() {
        String settings = "rotate=10 brightness=0.3 contrast=0.3";
        var onHost = run(plan(settings + " augment=cpu"));
        var onDevice = run(plan(settings + " augment=device"));
        assertThat(Math.abs(onDevice.trainLoss() - onHost.trainLoss())).isLessThan(0.01);
        assertThat(onDevice.modelSha256())
                .isNotEqualTo(run(plan("augment=device")).modelSha256());
    }

    @Test
    void aRunResumedOnAnotherRouteEndsWithTheSameBits() {
        var whole = run(plan("augment=cpu"));
        Path begun;
        try (var job = TrainingJob.start(plan("augment=device"))) {
            var calls = new AtomicInteger();
            assertThat(job.run(List.of(), () -> calls.incrementAndGet() > 4)).isEmpty();
            begun = job.folder();
        }
        try (var job = TrainingJob.resume(begun.toString(), folder, Map.of("augment", "cpu", "resident", "off"))) {
            assertThat(job.run(List.of(), () -> false).orElseThrow().modelSha256())
                    .isEqualTo(whole.modelSha256());
        }
    }

    @Test
    void theChosenRouteIsInThePlanOfTheRun() throws IOException {
        assertThat(Files.readString(run(plan("device=cpu")).run().resolve("plan.yaml")))
                .contains("augment: cpu")
                .containsPattern("resident: .?off");
        assertThat(Files.readString(run(plan("resident=on")).run().resolve("plan.yaml")))
                .contains("augment: device")
                .containsPattern("resident: .?on");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "augment=device resident=off | resident off keeps none there; remove one of them",
                "augment=cpu resident=on | resident on keeps images on the device, and augment cpu augments them"
                        + " on the host"
            })
    void keysThatContradictEachOtherAreRefused(String settings, String message) {
        assertThatThrownBy(() -> run(plan(settings)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(message);
    }
}
