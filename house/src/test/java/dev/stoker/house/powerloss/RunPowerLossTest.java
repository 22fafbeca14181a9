package dev.stoker.house.powerloss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Task;
import dev.stoker.job.internal.run.MetricsLogger;
import dev.stoker.job.internal.run.RunFolder;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.nn.weights.SafetensorsFile;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** The folder of a run: plan, metrics, three checkpoints of which two are kept, the best weights, the model. */
class RunPowerLossTest {
    private static final Plan PLAN = Plan.DEFAULTS.with("epochs", "3");
    private static final String NAME = "20260101-120000-train";
    private static final int FIRST_STEP = 100;
    private static final int LAST_STEP = 300;

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

    /** Tensors that hold the step. */
    private static Map<String, Tensor> state(long step) {
        return Map.of("w", Tensor.of(new float[] {step, 1, step, 2}, Device.CPU, 4));
    }

    private static long stepOf(Map<String, Tensor> state) {
        float[] values = Objects.requireNonNull(state.get("w")).toHost().toArray(ValueLayout.JAVA_FLOAT);
        assertThat(values).containsExactly(values[0], 1, values[0], 2);
        return (long) values[0];
    }

    private static SafetensorsCheckpoints checkpoints(RunFolder run) {
        return new SafetensorsCheckpoints(run.checkpoints(), 2, Optional.of(run.best()));
    }

    private static void train(Path runs, DiskRecorder recorder) {
        try (var run = RunFolder.create(runs, "train", LocalDateTime.of(2026, 1, 1, 12, 0))) {
            PlanFile.write(run.plan(), PLAN);
            recorder.promise("plan");
            var checkpoints = checkpoints(run);
            try (var log = MetricsLogger.open(run, Task.CLASSIFICATION, TrainingProgress.NONE)) {
                for (long step = FIRST_STEP; step <= LAST_STEP; step += FIRST_STEP) {
                    log.warmedUp(new TrainingObserver.WarmUpReport(1, step, 0.5, true));
                    checkpoints.saveBest(
                            state(step),
                            progress(step),
                            new Evaluation(1, 0.5, 1, 1, Optional.empty(), CorruptImages.NONE));
                    checkpoints.save(progress(step), state(step));
                    checkpoints.finish();
                    recorder.promise("step " + step);
                }
            }
            recorder.promise("metrics");
            SafetensorsWriter.write(run.model(), state(LAST_STEP), Map.of());
            recorder.promise("model");
        }
    }

    @Test
    void aRunIsFoundWithItsLastCheckpointOrTheOneBefore(TestReporter reporter) throws IOException {
        var recorder = new DiskRecorder(Files.createDirectory(folder.resolve("disk")));
        train(RecordingFileSystem.record(folder.resolve("disk"), recorder).resolve("runs"), recorder);
        var written =
                Files.readAllLines(folder.resolve("disk/runs").resolve(NAME).resolve("metrics.jsonl"));
        var count = PowerLoss.everywhere(
                recorder.operations(), folder, (state, promises) -> inspect(state, promises, written));
        reporter.publishEntry("run folder", count.toString());
        assertThat(count.cuts()).isGreaterThan(60);
        assertThat(count.states()).isGreaterThan(150);
    }

    private static long lastStep(List<String> promises) {
        return promises.stream()
                .filter(text -> text.startsWith("step "))
                .mapToLong(text -> Long.parseLong(text.substring(5)))
                .max()
                .orElse(0);
    }

    private static void inspect(Path disk, List<String> promises, List<String> written) throws IOException {
        Path runs = disk.resolve("runs");
        if (!promises.contains("plan") && !Files.exists(runs.resolve(NAME).resolve("plan.yaml"))) {
            return;
        }
        try (var _ = TensorScope.open("inspection");
                var run = RunFolder.open(runs.resolve(NAME))) {
            assertThat(PlanFile.read(run.plan(), Plan.DEFAULTS)).isEqualTo(PLAN);
            long promised = lastStep(promises);
            long restored = restored(run);
            assertThat(restored).isGreaterThanOrEqualTo(promised);
            inspectWeights(run.best(), promised);
            inspectWeights(run.model(), promises.contains("model") ? LAST_STEP : 0);
            inspectMetrics(run, restored, written, promises.contains("metrics"));
        }
    }

    private static long restored(RunFolder run) {
        var checkpoints = checkpoints(run);
        var latest = checkpoints.latest();
        var state = state(0);
        assertThat(checkpoints.restore(state)).isEqualTo(latest);
        long step = latest.map(TrainingProgress::step).orElse(0L);
        assertThat(stepOf(state)).isEqualTo(step);
        assertThat(checkpoints.damaged()).as("what has its name is sound").isEmpty();
        return step;
    }

    private static void inspectWeights(Path file, long promised) {
        if (promised > 0 || Files.exists(file)) {
            var state = state(0);
            try (var weights = SafetensorsFile.open(file)) {
                weights.copyInto(state);
            }
            assertThat(stepOf(state)).isGreaterThanOrEqualTo(promised);
        }
    }

    /** Whole lines, from the first on; the last ones may be missing as long as the log is open. */
    private static void inspectMetrics(RunFolder run, long restored, List<String> written, boolean promised)
            throws IOException {
        MetricsLogger.open(run, Task.CLASSIFICATION, progress(restored)).close();
        var lines = Files.readAllLines(run.metrics());
        var expected = new ArrayList<>(written);
        expected.removeIf(line -> Long.parseLong(line.replaceFirst(".*\"step\":(\\d+).*", "$1")) > restored);
        assertThat(lines).isEqualTo(expected.subList(0, promised ? expected.size() : lines.size()));
    }
}
