package dev.stoker.lab.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.Task;
import dev.stoker.core.TaskMetric;
import dev.stoker.telemetry.run.RunState;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFiguresTest {
    @TempDir
    private Path folder;

    private TestRunFolder run(String name) {
        return new TestRunFolder(folder, name, "model: mlp\nbatch: 32\n");
    }

    @Test
    void theFirstEpochIsApartAndTheRestIsAMedian() {
        var figures = run("a").epoch(10, 100, 0.5)
                .epoch(4, 300, 0.6)
                .epoch(6, 200, 0.7)
                .epoch(5, 250, 0.65)
                .read();
        assertThat(figures.firstEpochSeconds()).hasValue(10);
        assertThat(figures.epochSeconds()).hasValue(5);
        assertThat(figures.rates()).containsExactly(300, 200, 250);
        assertThat(figures.imagesPerSecond()).hasValue(250);
        assertThat(figures.validationMetric()).hasValue(new TaskMetric(Task.CLASSIFICATION, 0.7));
        assertThat(figures.peakBytes()).hasValue(1 << 20);
    }

    @Test
    void timeAndCostToAnAccuracyAreThoseOfTheFirstEvaluationThatReachesIt() {
        var figures = run("a").epoch(10, 100, 0.5)
                .line("{\"kind\":\"evaluation\",\"step\":12,\"epoch\":2,\"validation_accuracy\":0.62}")
                .epoch(10, 300, 0.6)
                .epoch(10, 200, 0.7)
                .read();
        assertThat(figures.secondsTo(0.6)).hasValue(18);
        assertThat(figures.secondsTo(0.65)).hasValue(27);
        assertThat(figures.secondsTo(0.9)).isEmpty();
        var goal = new Goal(OptionalDouble.of(0.6), OptionalDouble.of(3600));
        assertThat(goal.cost(figures).getAsDouble()).isCloseTo(18, within(1e-9));
    }

    @Test
    void goalsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new Goal(OptionalDouble.of(93), OptionalDouble.empty()))
                .hasMessage("target must be above 0 and at most 1, got 93.0");
        assertThatThrownBy(() -> new Goal(OptionalDouble.of(0.9), OptionalDouble.of(0)))
                .hasMessage("price must be above 0, got 0.0");
        assertThatThrownBy(() -> new Goal(OptionalDouble.empty(), OptionalDouble.of(1)))
                .hasMessage("a price per hour needs the accuracy to reach: give target too");
    }

    @Test
    void aResultAddsWhatMetricsDoNotHave() {
        var figures = run("a").epoch(1, 10, 0.5)
                .file(
                        "result.json",
                        "{\"gpu_utilization_median\":0.87,\"energy_joules_per_image\":0.02,\"gpu_peak_memory_bytes\":7,\"peak_memory_bytes\":9,\"per_class\":[{\"images\":30},{\"images\":12}]}")
                .read();
        assertThat(figures.gpuUtilization()).hasValue(0.87);
        assertThat(figures.joulesPerImage()).hasValue(0.02);
        assertThat(figures.peakBytes()).hasValue(7);
        assertThat(figures.testImages()).isEqualTo(42);
    }

    @Test
    void damagedFilesLoseNoMoreThanTheirOwnFigures() {
        var figures = run("a").epoch(1, 10, 0.5)
                .line("{\"kind\":\"epoch\",\"step\":")
                .line("not json")
                .epoch(2, 20, 0.6)
                .file("result.json", "{\"gpu_uti")
                .read();
        assertThat(figures.epochs()).hasSize(2);
        assertThat(figures.gpuUtilization()).isEmpty();
        var damaged = new TestRunFolder(folder, "b", "a: [").epoch(1, 10, 0.5).read();
        assertThat(damaged.state()).isEqualTo(RunState.DAMAGED);
        assertThat(damaged.problem()).contains("plan.yaml");
        assertThat(damaged.imagesPerSecond()).hasValue(10);
    }

    @Test
    void runningOutOfMemoryIsNoted() {
        assertThat(run("a").line("{\"kind\":\"out_of_memory\",\"step\":1,\"micro_batch\":512,\"accumulate\":2}")
                        .read()
                        .note())
                .hasValue("ran out of memory, and went on in micro-batches of 512 images");
    }
}
