package dev.stoker.job;

import static dev.stoker.job.TestRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that skip corrupt images. */
class SkipCorruptRunTest {
    private static final List<String> SETTINGS =
            List.of("size=32", "model=cnn", "epochs=2", "batch=16", "lr=0.02", "device=cpu", "workers=2");

    @TempDir
    Path folder;

    private Path images() {
        return TestImageFiles.of(60, 12);
    }

    private Plan plan(Path images, String... settings) {
        return TestRuns.plan(images, folder, SETTINGS, settings);
    }

    /** Five of the training images and one test image have lost their second half. */
    private Path withCorruptImages() throws IOException {
        var copy = folder.resolve("images");
        try (var files = Files.walk(images())) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var to = copy.resolve(images().relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to);
            }
        }
        truncate(copy.resolve("train"), 5);
        truncate(copy.resolve("val"), 1);
        return copy;
    }

    private static void truncate(Path folder, int count) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file :
                    files.filter(Files::isRegularFile).sorted().limit(count).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"last-batch=short", "last-batch=drop", "last-batch=wrap", "augment=device"})
    void intactImagesGiveTheSameWeightsWithAndWithout(String setting) {
        var plan = plan(images(), setting);
        assertThat(run(plan.with("skip-corrupt", "5")).modelSha256())
                .isEqualTo(run(plan).modelSha256());
    }

    @Test
    void anIntactTableGivesTheSameWeightsWithAndWithout() throws IOException {
        var rows = IntStream.range(0, 200).mapToObj(i -> "%d,%s".formatted(i * 37 % 100, i * 37 % 100 > 50));
        var table =
                Files.writeString(folder.resolve("t.csv"), rows.collect(Collectors.joining("\n", "x,class\n", "\n")));
        var plan = TestRuns.plan(table, folder, List.of("epochs=2", "device=cpu"));
        assertThat(run(plan.with("skip-corrupt", "5")).modelSha256())
                .isEqualTo(run(plan).modelSha256());
    }

    @ParameterizedTest
    @CsvSource({"16,2", "16,5", "1,77"})
    void corruptImagesGiveTheSameWeightsWithAnyNumberOfWorkersAndAfterResuming(int batch, int stop) throws IOException {
        var plan = plan(withCorruptImages(), "skip-corrupt=5", "batch=" + batch);
        var whole = run(plan);
        assertThat(whole.steps()).isEqualTo(2L * Math.ceilDiv(60, batch));
        assertThat(run(plan.with("workers", "1")).modelSha256()).isEqualTo(whole.modelSha256());
        assertThat(run(plan.with("workers", "4")).modelSha256()).isEqualTo(whole.modelSha256());
        Path parts;
        try (var job = TrainingJob.start(plan)) {
            var steps = new AtomicInteger();
            assertThat(job.run(List.of(), () -> steps.incrementAndGet() >= stop))
                    .isEmpty();
            parts = job.folder();
        }
        try (var job = TrainingJob.resume(parts.toString(), folder, Map.of())) {
            assertThat(job.run(List.of(), () -> false).orElseThrow().modelSha256())
                    .isEqualTo(whole.modelSha256());
        }
    }

    @Test
    void corruptImagesOfBothSplitsAreCountedAndNamedInTheMetrics() throws IOException {
        var result = run(plan(withCorruptImages(), "skip-corrupt=5", "epochs=3"));
        var epochs = Files.readAllLines(result.run().resolve("metrics.jsonl")).stream()
                .filter(line -> line.contains("\"kind\":\"epoch\""))
                .toList();
        assertThat(epochs)
                .hasSize(3)
                .allSatisfy(line -> assertThat(line)
                        .contains("\"skipped\":5", "\"validation_skipped\":1")
                        .containsPattern("\"corrupt\":\\[\"[^]]*train[^]]*truncated")
                        .containsPattern("\"validation_corrupt\":\\[\"[^]]*val[^]]*truncated"));
    }

    @Test
    void everyImageThatIsSkippedIsListedOnceInTheRunFolder() throws IOException {
        var images = withCorruptImages();
        for (String name : List.of("train/cold/0001.jpg", "train/cold/0003.jpg", "train/cold/0005.jpg")) {
            Files.write(images.resolve(name), new byte[] {1});
        }
        var plan = plan(images, "skip-corrupt=20", "epochs=3");
        var whole = Files.readAllLines(run(plan).run().resolve("skipped.jsonl"));
        assertThat(whole)
                .hasSizeGreaterThan(5)
                .doesNotHaveDuplicates()
                .allSatisfy(line -> assertThat(line).matches("\\{\"problem\":\".*/[0-9]{4}\\.jpg.*\"}"))
                .anySatisfy(line -> assertThat(line).contains("/val/"));
        Path parts;
        try (var job = TrainingJob.start(plan)) {
            var steps = new AtomicInteger();
            assertThat(job.run(List.of(), () -> steps.incrementAndGet() >= 3)).isEmpty();
            parts = job.folder();
        }
        try (var job = TrainingJob.resume(parts.toString(), folder, Map.of())) {
            job.run();
        }
        assertThat(Files.readAllLines(parts.resolve("skipped.jsonl"))).containsExactlyInAnyOrderElementsOf(whole);
    }

    @Test
    void aRunWithoutCorruptImagesHasNoListOfThem() {
        assertThat(run(plan(images(), "skip-corrupt=5")).run().resolve("skipped.jsonl"))
                .doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"augment=cpu", "augment=device decode=cpu"})
    void aDamagedImageIsCorruptOnEveryRouteThatDecodesOnTheHost(String route) throws IOException {
        var images = withCorruptImages();
        for (String name : List.of("train/cold/0001.jpg", "train/cold/0003.jpg", "val/cold/0061.jpg")) {
            byte[] bytes = Files.readAllBytes(images().resolve(name));
            bytes[bytes.length * 3 / 4] = (byte) 0xff;
            bytes[bytes.length * 3 / 4 + 1] = (byte) 0xd9;
            Files.write(images.resolve(name), bytes);
        }
        var plan = TestRuns.with(plan(images), route.split(" ", -1));
        assertThatThrownBy(() -> run(plan)).isInstanceOf(StokerException.class).hasMessageContaining("cold");
        var skipping = plan.with("skip-corrupt", "5");
        var result = run(skipping);
        assertThat(Files.readString(result.run().resolve("metrics.jsonl")))
                .contains("0001.jpg: damaged JPEG with missing or wrong pixels: the data ends early");
        assertThat(run(skipping.with("workers", "4")).modelSha256()).isEqualTo(result.modelSha256());
    }

    @Test
    void oneTooManyFailsWithNames() throws IOException {
        var plan = plan(withCorruptImages(), "skip-corrupt=4");
        assertThatThrownBy(() -> run(plan))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("more than 4 elements are corrupt: ")
                .hasMessageContaining("truncated");
    }
}
