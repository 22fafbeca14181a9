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

/** Options of the input pipeline and transforms that change what is trained on. */
class InputOptionsRunTest {
    private static final Path DATA = SmallTestData.of(200, 50);
    private static final Path ENCODED = TestImageFiles.of(60, 12);
    private static final List<String> ENCODED_SETTINGS =
            List.of("size=32", "model=cnn", "epochs=2", "batch=16", "lr=0.02", "device=cpu", "workers=2");
    private static final List<String> SETTINGS = List.of("model=mlp", "epochs=2", "batch=64", "workers=2");

    @TempDir
    Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder, SETTINGS, settings);
    }

    @ParameterizedTest
    @CsvSource({"short, 8", "drop, 6", "wrap, 8"})
    void theLastBatchDecidesTheNumberOfSteps(String lastBatch, int steps) {
        assertThat(run(plan("last-batch=" + lastBatch)).steps()).isEqualTo(steps);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "shuffle=none",
                "shuffle=window:32",
                "shuffle=blocks:8",
                "shuffle=blocks:8x2",
                "vertical-flip=0.5",
                "translate=0.2",
                "scale=0.2",
                "shear=20",
                "rand-augment=2:9",
                "random-erasing=0.5"
            })
    void eachOptionChangesTheTrainingAndRepeatsWithTheSameSeed(String setting) {
        String changed = run(plan(setting)).modelSha256();
        assertThat(changed).isNotEqualTo(run(plan()).modelSha256());
        assertThat(run(plan(setting, "workers=1")).modelSha256()).isEqualTo(changed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "window:32", "blocks:8", "blocks:8x2"})
    void aStoppedRunContinuesInTheSameOrder(String shuffle) {
        var settings = plan("shuffle=" + shuffle, "last-batch=drop");
        assertThat(resumed(settings).modelSha256()).isEqualTo(run(settings).modelSha256());
    }

    private Plan encoded(String... settings) {
        return TestRuns.plan(ENCODED, folder, ENCODED_SETTINGS, settings);
    }

    private static Plan with(Plan plan, String settings) {
        return TestRuns.with(plan, settings.split(" ", -1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "augment=cpu",
                "augment=cpu skip-corrupt=2 input-memory=20MB",
                "augment=device decode=cpu",
                "decode=device decode-share=0.5",
                "augment=cpu progressive=sample=0.5:1 phases=2"
            })
    void aCachedRunHasTheWeightsOfAnUncachedOne(String settings) {
        String uncached = run(with(encoded(), settings)).modelSha256();
        var cache = folder.resolve("cache");
        assertThat(run(with(encoded("cache=memory"), settings)).modelSha256()).isEqualTo(uncached);
        assertThat(run(with(encoded("cache=" + cache), settings)).modelSha256()).isEqualTo(uncached);
        assertThat(cache).isNotEmptyDirectory();
    }

    @Test
    void aSecondRunReadsImagesFromTheCacheAlone(@TempDir Path images) throws IOException {
        TestImageFiles.write(images, 32, 4);
        var cached = TestRuns.plan(images, folder, ENCODED_SETTINGS, "cache=" + folder.resolve("cache"));
        String first = run(cached).modelSha256();
        for (var file : files(images.resolve("train"))) {
            var time = Files.getLastModifiedTime(file);
            Files.write(file, new byte[(int) Files.size(file)]);
            Files.setLastModifiedTime(file, time);
        }
        assertThat(run(cached).modelSha256()).isEqualTo(first);
    }

    @Test
    void imagesThatChangedUnderTheSameNamesAreNotReadFromTheCacheOfBefore(@TempDir Path images) throws IOException {
        TestImageFiles.write(images, 32, 4);
        var cached = TestRuns.plan(images, folder, ENCODED_SETTINGS, "cache=" + folder.resolve("cache"));
        String first = run(cached).modelSha256();
        var files = files(images.resolve("train"));
        byte[] other = Files.readAllBytes(files.getFirst());
        for (var file : files) {
            Files.write(file, other);
        }
        String changed = run(cached).modelSha256();
        assertThat(changed)
                .isNotEqualTo(first)
                .isEqualTo(run(cached.with("cache", "none")).modelSha256());
    }

    private static List<Path> files(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"augment=cpu", "augment=device decode=cpu", "decode=device"})
    void shufflesOfEncodedImagesDoNotDependOnTheNumberOfWorkers(String route) {
        for (String shuffle : List.of("none", "window:8", "blocks:4")) {
            var settings = with(encoded("shuffle=" + shuffle, "last-batch=wrap"), route);
            assertThat(run(with(settings, "workers=1")).modelSha256())
                    .isEqualTo(run(settings).modelSha256());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "augment=cpu",
                "augment=cpu last-batch=drop shuffle=window:8",
                "augment=cpu skip-corrupt=2 cache=memory",
                "augment=device decode=cpu",
                "decode=device decode-share=0.5",
                "augment=cpu progressive=sample=0.5:1 phases=2"
            })
    void aRunWithRelaxedOrderHasAllItsStepsAlsoWhenItIsResumed(String settings) {
        var plan = with(encoded("order=relaxed", "checkpoint-every=2"), settings);
        assertThat(resumed(plan).steps()).isEqualTo(run(plan).steps());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cache=memory", "cache=memory decode=device", "cache=memory skip-corrupt=2"})
    void aResumedRunWithACacheEndsWithTheSameWeights(String settings) {
        var plan = with(encoded(), settings);
        assertThat(resumed(plan).modelSha256()).isEqualTo(run(plan).modelSha256());
    }

    private RunResult resumed(Plan plan) {
        Path stopped;
        try (var job = TrainingJob.start(plan)) {
            var polls = new AtomicInteger();
            stopped = job.folder();
            assertThat(job.run(List.of(), () -> polls.incrementAndGet() >= 3)).isEmpty();
        }
        try (var job = TrainingJob.resume(stopped.toString(), folder, Map.of())) {
            return job.run(List.of(), () -> false).orElseThrow();
        }
    }

    @Test
    void aCacheOfSamplesInMemoryIsRefused() {
        assertThatThrownBy(() -> run(plan("cache=memory")))
                .isInstanceOf(StokerException.class)
                .hasMessage("cache is for encoded images, and these samples are in memory already; remove cache");
    }
}
