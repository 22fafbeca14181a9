package dev.stoker.house.powerloss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import dev.stoker.core.io.Sha256;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.prepare.CropReadyMode;
import dev.stoker.datasets.prepare.DamagedMode;
import dev.stoker.datasets.prepare.Preparation;
import dev.stoker.datasets.prepare.PreparationObserver;
import dev.stoker.datasets.prepare.PreparationSettings;
import dev.stoker.datasets.prepare.Provenance;
import dev.stoker.image.transform.DownscaleLimit;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** A prepared dataset: interrupted, resumed, and later replaced by one of another seed. */
class PreparationPowerLossTest {
    private static final PreparationObserver SILENT = new PreparationObserver() {
        @Override
        public void started(long images, int shards, long imagesDone, int shardsDone) {}

        @Override
        public void advanced(long images) {}
    };

    @TempDir
    Path folder;

    @BeforeEach
    void images() throws IOException {
        for (String name : List.of("cat/0", "cat/1", "cat/2", "dog/0", "dog/1", "dog/2")) {
            var image = new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB);
            image.setRGB(3, 3, name.hashCode());
            Path file = folder.resolve("images").resolve(name + ".png");
            Files.createDirectories(file.getParent());
            ImageIO.write(image, "png", file.toFile());
        }
    }

    private Optional<?> prepare(Path destination, int seed, BooleanSupplier stop) {
        var settings = new PreparationSettings(
                folder.resolve("images"),
                destination,
                Optional.empty(),
                new Seed(seed),
                DownscaleLimit.NONE,
                92,
                false,
                CropReadyMode.OFF,
                false,
                new Bytes(600),
                Optional.empty(),
                1,
                0,
                DamagedMode.SKIP,
                true,
                false,
                seed > 1);
        return Preparation.of(settings, new Provenance("test", "prepare"), Map::toString)
                .run(SILENT, stop);
    }

    private static Map<String, String> content(Path folder) throws IOException {
        var content = new TreeMap<String, String>();
        try (var files = Files.list(folder)) {
            files.filter(file -> !file.toString().endsWith(".index"))
                    .forEach(file -> content.put(file.getFileName().toString(), Sha256.of(file)));
        }
        return content;
    }

    private Map<String, String> expected(int seed) throws IOException {
        Path destination = folder.resolve("expected-" + seed).resolve("set");
        assertThat(prepare(destination, seed, () -> false)).isPresent();
        return content(destination);
    }

    @Test
    void aPreparedDatasetIsTheOldOneOrTheNewOneOrIsResumed(TestReporter reporter) throws IOException {
        var first = expected(1);
        var second = expected(2);
        assertThat(first).isNotEqualTo(second).hasSizeGreaterThan(4);
        var recorder = new DiskRecorder(Files.createDirectory(folder.resolve("disk")));
        Path destination =
                RecordingFileSystem.record(folder.resolve("disk"), recorder).resolve("data/set");
        var asked = new AtomicInteger();
        assertThat(prepare(destination, 1, () -> asked.incrementAndGet() > 3)).isEmpty();
        assertThat(prepare(destination, 1, () -> false)).isPresent();
        recorder.promise("prepared");
        assertThat(prepare(destination, 2, () -> false)).isPresent();
        recorder.promise("replaced");
        var count = PowerLoss.everywhere(
                recorder.operations(), folder, (disk, promises) -> inspect(disk, promises, first, second));
        reporter.publishEntry("prepared dataset", count.toString());
        assertThat(count.cuts()).isGreaterThan(100);
    }

    private void inspect(Path disk, List<String> promises, Map<String, String> first, Map<String, String> second)
            throws IOException {
        Path set = disk.resolve("data/set");
        if (promises.contains("replaced")) {
            assertThat(content(set)).isEqualTo(second);
        } else if (promises.isEmpty()) {
            if (!Files.exists(set)) {
                assertThat(prepare(set, 1, () -> false)).isPresent();
            }
            assertThat(content(set)).isEqualTo(first);
        } else if (Files.exists(set)) {
            assertThat(content(set)).isIn(first, second);
        } else {
            assertThat(content(disk.resolve("data/set.partial/replaced"))).isEqualTo(first);
            assertThat(prepare(set, 2, () -> false)).isPresent();
            assertThat(content(set)).isEqualTo(second);
        }
    }
}
