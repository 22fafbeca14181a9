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

/** Runs on encoded images that are decoded on the host or on the device. */
class DeviceDecodingRunTest {
    private static final Path DATA = TestImageFiles.of(60, 12);
    private static final List<String> DEFAULTS =
            List.of("size=32", "model=cnn", "epochs=3", "batch=16", "lr=0.02", "device=cpu", "checkpoint-every=3");

    @TempDir
    Path folder;

    private Plan plan(String settings) {
        return TestRuns.plan(DATA, folder, DEFAULTS, settings.split(" ", -1));
    }

    /** A CPU has no hardware decoder, so the same decoder gives the same pixels, and all that follows is the same. */
    @Test
    void encodedOrDecodedTransferGivesTheSameWeights() {
        var pixels = run(plan("augment=device decode=cpu brightness=0.2"));
        var files = run(plan("decode=device brightness=0.2"));
        assertThat(files.modelSha256()).isEqualTo(pixels.modelSha256());
    }

    /** Decoding at reduced size and rounding differ a little, but training does not. */
    @Test
    void deviceAndHostAugmentationTrainAlike() {
        var onHost = run(plan("augment=cpu"));
        var onDevice = run(plan("decode=device"));
        var mixed = run(plan("decode=device decode-share=0.5"));
        assertThat(Math.abs(onDevice.trainLoss() - onHost.trainLoss())).isLessThan(0.05);
        assertThat(Math.abs(mixed.trainLoss() - onHost.trainLoss())).isLessThan(0.05);
        assertThat(run(plan("decode=device decode-share=0")).modelSha256())
                .as("images that workers augment are copied")
                .isEqualTo(onHost.modelSha256());
    }

    /** Workers decode test images, so a model trained with other colors would fail. */
    @Test
    void aModelTrainedOnDeviceDecodedImagesIsAccurateOnHostDecodedOnes() {
        assertThat(run(plan("decode=device epochs=6")).validation().accuracy()).isGreaterThan(0.8);
    }

    @Test
    void aRunWithADecodeShareCanBeRepeated() {
        var settings = "decode=device decode-share=0.4 workers=2";
        assertThat(run(plan(settings)).modelSha256())
                .isEqualTo(run(plan(settings + " workers=1")).modelSha256());
    }

    @Test
    void aResumedRunEndsWithTheSameBits() {
        var settings = "decode=device decode-share=0.7 progressive=resize=24:32,batch=8:16 phases=2 model=resnet8";
        var whole = run(plan(settings));
        Path begun;
        try (var job = TrainingJob.start(plan(settings))) {
            var calls = new AtomicInteger();
            assertThat(job.run(List.of(), () -> calls.incrementAndGet() > 7)).isEmpty();
            begun = job.folder();
        }
        try (var job = TrainingJob.resume(begun.toString(), folder, Map.of())) {
            assertThat(job.run(List.of(), () -> false).orElseThrow().modelSha256())
                    .isEqualTo(whole.modelSha256());
        }
    }

    /** Another machine may have no device that decodes. */
    @Test
    void aDeviceDecodedRunResumesWithHostDecoding() {
        Path begun;
        try (var job = TrainingJob.start(plan("decode=device decode-share=0.7"))) {
            var calls = new AtomicInteger();
            assertThat(job.run(List.of(), () -> calls.incrementAndGet() > 4)).isEmpty();
            begun = job.folder();
        }
        try (var job = TrainingJob.resume(begun.toString(), folder, Map.of("decode", "cpu", "augment", "cpu"))) {
            assertThat(job.plan().placement().decodeShare()).isEqualTo(1);
            assertThat(job.run(List.of(), () -> false)
                            .orElseThrow()
                            .validation()
                            .accuracy())
                    .isGreaterThan(0.5);
        }
    }

    @Test
    void theChosenRouteIsInThePlanOfTheRun() throws IOException {
        assertThat(Files.readString(run(plan("epochs=1")).run().resolve("plan.yaml")))
                .contains("augment: cpu", "decode: cpu", "decode-share: 1");
        assertThat(Files.readString(run(plan("epochs=1 decode=device decode-share=0.25"))
                        .run()
                        .resolve("plan.yaml")))
                .contains("augment: device", "decode: device", "decode-share: 0.25")
                .containsPattern("resident: .?off");
        assertThat(Files.readString(run(plan("epochs=1 augment=device")).run().resolve("plan.yaml")))
                .contains("augment: device", "decode: cpu");
    }

    @Test
    void aRangeTestReadsTheSameRows() {
        assertThat(run(plan("epochs=1 decode=device lr=auto lr-steps=20")).trainLoss())
                .isPositive();
    }

    @Test
    void theNoteSaysWhereImagesAreDecoded() {
        try (var job = TrainingJob.start(plan("decode=device decode-share=0.25"))) {
            assertThat(job.imageNote().orElseThrow())
                    .startsWith("decoded and augmented on cpu, 75 % on CPU workers (at most 6")
                    .contains("pixels per image");
        }
        try (var job = TrainingJob.start(plan("augment=device"))) {
            assertThat(job.imageNote().orElseThrow()).startsWith("decoded on the CPU, augmented on cpu (");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "decode=device augment=cpu | decode device decodes images on the device, and augment cpu augments them"
                        + " on the host",
                "decode=cpu decode-share=0.5 | decode-share 0.5 is for decode device, but decode is cpu",
                "decode-share=0.5 | decode-share 0.5 is for decode device, but decode is auto",
                "decode=device resident=on | is not an in-memory dataset of small images; remove resident",
                "decode=device data=fashion-mnist-mini | decode device is for encoded images, and those of"
                        + " fashion-mnist-mini are stored as pixels",
                "decode-share=1.5 | decode-share must be 0 to 1, got 1.5"
            })
    void keysThatContradictEachOtherAreRefused(String settings, String message) {
        assertThatThrownBy(() -> run(plan(settings)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(message);
    }
}
