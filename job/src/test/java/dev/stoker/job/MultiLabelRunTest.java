package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.SampleSource;
import dev.stoker.data.label.LabelSets;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.ModelFile;
import dev.stoker.job.predict.Predictor;
import dev.stoker.job.predict.TrainedModel;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MultiLabelRunTest {
    private static final List<String> CLASSES = List.of("row", "column");
    private static final LabelSets SETS = new LabelSets(2, List.of(List.of(), List.of(0), List.of(1), List.of(0, 1)));

    @TempDir
    Path runs;

    /** Noise with a bright row, a bright column, both or neither. */
    private record Lines(int size, Seed seed) implements SampleSource {
        @Override
        public Shape shape() {
            return new Shape(8, 8, 1);
        }

        @Override
        public int label(int index) {
            return index % 4;
        }

        @Override
        public MemorySegment sample(int index) {
            var sample = Arena.ofAuto().allocate(64);
            var random = new SeededRandom(seed.derive(index));
            int line = random.nextInt(8);
            var set = SETS.sets().get(label(index));
            for (int i = 0; i < 64; i++) {
                boolean bright = (set.contains(0) && i / 8 == line) || (set.contains(1) && i % 8 == line);
                sample.set(ValueLayout.JAVA_BYTE, i, (byte) (random.nextInt(80) + (bright ? 150 : 0)));
            }
            return sample;
        }
    }

    private static ImageDataset lines() {
        return ImageDataset.of("lines", CLASSES, SETS, new Lines(480, new Seed(1)), new Lines(120, new Seed(2)));
    }

    private Plan plan(String... settings) {
        var plan = TestRuns.with(
                Plan.DEFAULTS, "runs=" + runs, "model=cnn", "epochs=6", "batch=24", "lr=0.02", "flip=none", "shift=0");
        return TestRuns.with(plan, settings);
    }

    private static TrainingJobBuilder job(Plan plan) {
        return TrainingJob.builder().plan(plan).dataset(lines());
    }

    private RunResult run(String... settings) {
        try (var job = job(plan(settings)).start()) {
            return job.run();
        }
    }

    @Test
    void metricsHaveTheNamesOfTheTask() throws IOException {
        var result = run();
        assertThat(result.evaluation().task()).isEqualTo(Task.MULTI_LABEL);
        assertThat(result.evaluation().metric()).isGreaterThan(0.9);
        assertThat(result.fields())
                .containsKeys(
                        "validation_map",
                        "best_validation_map",
                        "test_map",
                        "test_micro_f1",
                        "test_macro_f1",
                        "train_exact_match",
                        "per_class")
                .doesNotContainKeys("validation_accuracy", "test_accuracy", "train_accuracy", "test_top5_accuracy");
        assertThat(Files.readString(result.run().resolve("metrics.jsonl")))
                .contains("\"validation_map\":", "\"train_exact_match\":", "\"test_map\":")
                .doesNotContain("accuracy");
        assertThat(Files.readString(result.run().resolve("report.html")))
                .contains("average precision", "Its mAP is ", "<td>column</td>")
                .doesNotContain("could not be drawn", "Confusion matrix");
        assertThat(Files.readString(result.run().resolve("plan.yaml"))).contains("multi-label: true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"loss=bce", "loss=focal"})
    void everyLossTrainsWithMixupAndSmoothing(String loss) {
        var result = run(loss, "mixup=0.2", "label-smoothing=0.1", "accumulate=2", "epochs=8");
        assertThat(result.evaluation().metric()).isGreaterThan(0.8);
    }

    @Test
    void theWeightsExplainThemselves() {
        var result = run();
        var set = lines();
        try (var predictor = Predictor.open(result.run())) {
            assertThat(predictor.task()).isEqualTo(Task.MULTI_LABEL);
            var again = predictor.evaluate(set, set.test().orElseThrow());
            assertThat(again.metric()).isEqualTo(result.evaluation().metric());
            assertThat(again.loss()).isEqualTo(result.evaluation().loss());
        }
        var file = ModelFile.find(result.run(), ModelFile.Choice.BEST).file();
        try (var trained = TrainedModel.open(file)) {
            assertThat(trained.card().task()).isEqualTo(Task.MULTI_LABEL);
            assertThatThrownBy(trained::requireClassifier)
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("is a multi-label model, and a classifier of one class per image is needed");
        }
    }

    @Test
    void aRunThatWasStoppedEndsWithTheSameWeights() throws IOException {
        var whole = run("epochs=2");
        Path folder;
        try (var job = job(plan("epochs=2", "name=stopped")).start()) {
            folder = job.folder();
            int[] asked = {0};
            assertThat(job.run(List.of(), () -> ++asked[0] > 25)).isEmpty();
        }
        try (var job = job(plan()).resume(folder.toString(), runs)) {
            job.run();
        }
        assertThat(Files.readAllBytes(folder.resolve("model.safetensors")))
                .isEqualTo(Files.readAllBytes(whole.run().resolve("model.safetensors")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "class-weights=balanced | multi-label has no one class of a sample by which it could be weighted",
                "sampling=balanced | multi-label has no one class of a sample by which it could be sampled",
                "best-by=top5 | multi-label is judged by mAP, macro-f1 or loss",
                "progressive=sample=0.5:1 | multi-label has no one class of a sample by which a phase could select it",
            })
    void whatMakesNoSenseIsRefusedInOneSentence(String setting, String sentence) {
        assertThatThrownBy(() -> run(setting))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(sentence);
    }

    @Test
    void dataOfOneClassPerImageIsRefused() {
        assertThatThrownBy(() -> TrainingJob.start(plan("multi-label=true")))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("multi-label is for a list of images with a column of labels, and ");
    }
}
