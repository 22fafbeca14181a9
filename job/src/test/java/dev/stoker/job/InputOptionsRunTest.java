package dev.stoker.job;

import static dev.stoker.job.TestRuns.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.job.plan.Plan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options of the input pipeline and transforms that change what is trained on. */
class InputOptionsRunTest {
    private static final Path DATA = SmallTestData.of(200, 50);
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
    @ValueSource(strings = {"none", "window:32", "blocks:8"})
    void aStoppedRunContinuesInTheSameOrder(String shuffle) {
        var settings = plan("shuffle=" + shuffle, "last-batch=drop");
        Path stopped;
        try (var job = TrainingJob.start(settings)) {
            var polls = new AtomicInteger();
            stopped = job.folder();
            assertThat(job.run(List.of(), () -> polls.incrementAndGet() >= 3)).isEmpty();
        }
        try (var job = TrainingJob.resume(stopped.toString(), folder, Map.of())) {
            assertThat(job.run(List.of(), () -> false).orElseThrow().modelSha256())
                    .isEqualTo(run(settings).modelSha256());
        }
    }
}
