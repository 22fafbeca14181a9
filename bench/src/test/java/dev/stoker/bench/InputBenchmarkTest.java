package dev.stoker.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.stoker.core.StokerException;
import dev.stoker.data.PipelineResources;
import dev.stoker.job.plan.value.ShuffleMode;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class InputBenchmarkTest {
    @TempDir
    Path folder;

    private InputBenchmarkReport run(Optional<String> device) throws IOException {
        return run(device, false);
    }

    private InputBenchmarkReport run(Optional<String> device, boolean cold) throws IOException {
        Files.createDirectories(folder.resolve("class"));
        for (int i = 0; i < 12; i++) {
            var image = new BufferedImage(60 + i, 50, BufferedImage.TYPE_INT_RGB);
            image.setRGB(i, i, 0xffffff);
            ImageIO.write(
                    image, "jpg", folder.resolve("class/%d.jpg".formatted(i)).toFile());
        }
        var settings = new InputBenchmark.Settings(
                folder.toString(),
                InputBenchmark.InputTransform.TRAIN224,
                new ShuffleMode.Full(),
                Optional.empty(),
                PipelineResources.workers(1),
                4,
                0.2,
                1,
                cold,
                device);
        return InputBenchmark.run(settings, false);
    }

    @Test
    void theReportHasTheSameKeysForBothDecoders() throws IOException {
        var byWorkers = run(Optional.empty());
        var onDevice = run(Optional.of("cpu"));
        assertThat(onDevice.fields().keySet()).isEqualTo(byWorkers.fields().keySet());
        assertThat(onDevice.imagesPerSecond()).isPositive();
        // In a round this short, a busy machine may read nothing and serve prefetched batches only.
        assertThat(onDevice.megabytesPerSecond()).isNotNegative();
    }

    /** Whether the disk was asked: what the kernel counts is not what comes from the page cache. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void coldFilesAreReadFromTheDisk() throws IOException {
        assumeFalse(Files.getFileStore(folder).type().equals("tmpfs"), "a tmpfs has no disk");
        long before = bytesFromDisk();
        assertThat(run(Optional.empty(), true).imagesPerSecond()).isPositive();
        assertThat(bytesFromDisk() - before).isPositive();
    }

    private static long bytesFromDisk() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/io")).stream()
                .filter(line -> line.startsWith("read_bytes: "))
                .mapToLong(line -> Long.parseLong(line.substring("read_bytes: ".length())))
                .sum();
    }

    @Test
    void whatIsElsewhereCannotBeCold() {
        assertThatThrownBy(() -> new ColdFiles(BatchSink.NONE, "s3://bucket/set", 1))
                .isInstanceOf(StokerException.class)
                .hasMessage(
                        "cold reading is for files of this machine, got s3://bucket/set: name a folder, or leave out"
                                + " --cold");
    }

    @Test
    void aDeviceDecodesForTrainingOnly() {
        assertThatThrownBy(() -> new InputBenchmark.Settings(
                        folder.toString(),
                        InputBenchmark.InputTransform.EVAL224,
                        new ShuffleMode.Full(),
                        Optional.empty(),
                        PipelineResources.workers(1),
                        4,
                        1,
                        1,
                        false,
                        Optional.of("cpu")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("device decoding is for the transform train224, got eval224");
    }
}
