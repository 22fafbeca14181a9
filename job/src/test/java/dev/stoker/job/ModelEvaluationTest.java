package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.predict.EvaluatedPart;
import dev.stoker.job.predict.ModelEvaluation;
import dev.stoker.job.predict.ModelFile;
import dev.stoker.job.predict.Predictor;
import dev.stoker.job.predict.PredictorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that is evaluated after its run, on the same samples and on others. */
class ModelEvaluationTest {
    private static final List<String> DEFAULTS =
            List.of("model=cnn", "size=32", "batch=16", "epochs=2", "workers=2", "threads=1", "device=cpu");

    /** A folder of classes without splits. */
    private static final Path CLASSES = TestImageFiles.of(64, 30).resolve("train");

    private static final RunResult RESULT = TestRuns.run(TestRuns.plan(
            CLASSES, SharedTestFolders.of("evaluated runs", _ -> {}), DEFAULTS, "validation=0.3", "seed=5"));

    @TempDir
    Path folder;

    private static ModelEvaluation evaluated(Path model, Path data, EvaluatedPart part, String... settings) {
        return evaluated(ModelFile.find(model, ModelFile.Choice.BEST), data, part, settings);
    }

    private static ModelEvaluation evaluated(ModelFile model, Path data, EvaluatedPart part, String... settings) {
        var all = PredictorSettings.DEFAULTS.with("device", "cpu").with("threads", "1");
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            all = all.with(parts[0], parts[1]);
        }
        try (var predictor = Predictor.open(model, all)) {
            return predictor.evaluate(data.toString(), part);
        }
    }

    @Test
    void bestAndLastWeightsHaveTheFiguresOfTheirRunToTheLastBit() {
        var best = evaluated(RESULT.run(), CLASSES, EvaluatedPart.AUTO);
        assertThat(best.split()).isEqualTo("validation split (30 % of the training split, by seed)");
        assertThat(best.evaluation().accuracy()).isEqualTo(RESULT.bestSoFar().bestAccuracy());
        assertThat(best.evaluation().loss()).isEqualTo(RESULT.bestSoFar().bestLoss());
        var last = evaluated(ModelFile.find(RESULT.run(), ModelFile.Choice.LAST), CLASSES, EvaluatedPart.AUTO);
        assertThat(last.evaluation()).usingRecursiveComparison().isEqualTo(RESULT.validation());
    }

    @Test
    void weightsWithNothingElseOfTheRunLeftSuffice() throws IOException {
        Path alone = Files.copy(RESULT.run().resolve("best.safetensors"), folder.resolve("model.safetensors"));
        var evaluation = evaluated(alone, CLASSES, EvaluatedPart.AUTO).evaluation();
        assertThat(evaluation.loss()).isEqualTo(RESULT.bestSoFar().bestLoss());
        assertThat(evaluation.images()).isEqualTo(RESULT.validation().images());
    }

    @Test
    void theSplitsOfTheRunsDataAreThoseOfTheRun() {
        long validation = RESULT.validation().images();
        assertThat(evaluated(RESULT.run(), CLASSES, EvaluatedPart.VALIDATION)
                        .evaluation()
                        .images())
                .isEqualTo(validation);
        assertThat(evaluated(RESULT.run(), CLASSES, EvaluatedPart.TRAIN)
                        .evaluation()
                        .images())
                .isEqualTo(64 - validation);
        assertThat(evaluated(RESULT.run(), CLASSES, EvaluatedPart.ALL)
                        .evaluation()
                        .images())
                .isEqualTo(64);
        assertThatThrownBy(() -> evaluated(RESULT.run(), CLASSES, EvaluatedPart.TEST))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("has no test split");
    }

    @Test
    void otherDataWithoutSplitsIsEvaluatedAsAWhole() {
        var other = evaluated(RESULT.run(), TestImageFiles.of(64, 30).resolve("val"), EvaluatedPart.AUTO);
        assertThat(other.split()).isEqualTo("all samples");
        assertThat(other.evaluation().images()).isEqualTo(30);
        assertThat(other.fields()).containsKeys("accuracy", "loss", "per_class", "images_per_second");
        assertThat(other.confusion()).hasSize(2);
    }

    @Test
    void allSplitsTogetherCountAsOne() {
        var tree = TestImageFiles.of(64, 30);
        var all = evaluated(RESULT.run(), tree, EvaluatedPart.ALL).evaluation();
        var training = evaluated(RESULT.run(), tree.resolve("train"), EvaluatedPart.ALL)
                .evaluation();
        var validation = evaluated(RESULT.run(), tree, EvaluatedPart.AUTO).evaluation();
        assertThat(all.images()).isEqualTo(94);
        assertThat(Math.round(94 * all.accuracy()))
                .isEqualTo(Math.round(64 * training.accuracy()) + Math.round(30 * validation.accuracy()));
        assertThat(all.confusion().orElseThrow().count(1, 1))
                .isEqualTo(training.confusion().orElseThrow().count(1, 1)
                        + validation.confusion().orElseThrow().count(1, 1));
    }

    @Test
    void classesAreMatchedByNameWhateverTheirOrder() throws IOException {
        Path other = folder.resolve("data");
        TestImageFiles.put(other, "warm/1.jpg", image(2));
        TestImageFiles.put(other, "warm/2.jpg", image(4));
        TestImageFiles.put(other, "bolt/3.jpg", image(6));
        TestImageFiles.put(other, "cold/4.jpg", image(7));
        assertThatThrownBy(() -> evaluated(RESULT.run(), other, EvaluatedPart.ALL))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("%s has the class 'bolt', which the model in ", other)
                .hasMessageContaining("it knows cold, warm");
        Files.delete(other.resolve("bolt/3.jpg"));
        Files.delete(other.resolve("bolt"));
        assertThat(evaluated(RESULT.run(), other, EvaluatedPart.ALL)
                        .evaluation()
                        .images())
                .isEqualTo(3);
    }

    private static byte[] image(int number) {
        return TestImageFiles.jpeg(TestImageFiles.image(40, 40, number), "2x2");
    }

    @Test
    void pixelsOfAnotherShapeAreRefusedWithBothShapes() {
        assertThatThrownBy(() -> evaluated(RESULT.run(), SmallTestData.of(200, 50), EvaluatedPart.AUTO))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("28×28×1")
                .hasMessageContaining("32×32×3");
    }

    @Test
    void aModelForPixelsIsEvaluatedOnItsTestSplit() {
        Path pixels = SmallTestData.of(300, 100);
        var run = TestRuns.run(TestRuns.plan(
                pixels, folder, List.of("model=mlp", "epochs=1", "device=cpu", "batch=50", "validation=0.2")));
        var evaluation = evaluated(run.run(), pixels, EvaluatedPart.AUTO);
        assertThat(evaluation.split()).isEqualTo("test split");
        assertThat(evaluation.evaluation())
                .usingRecursiveComparison()
                .isEqualTo(run.test().orElseThrow().best());
        assertThat(evaluated(run.run(), pixels, EvaluatedPart.VALIDATION)
                        .evaluation()
                        .loss())
                .isEqualTo(run.bestSoFar().bestLoss());
    }

    @Test
    void aTableIsEvaluatedOnTheRowsThatItsRunHadForValidation() throws IOException {
        var rows = new StringBuilder("x,kind,class\n");
        for (int i = 0; i < 120; i++) {
            rows.append("%d,%s,%s%n".formatted(i % 11, i % 3 == 0 ? "a" : "b", i % 11 > 5 ? "above" : "below"));
        }
        Path table = Files.writeString(folder.resolve("rows.csv"), rows);
        for (String model : List.of("wide", "deep", "wide-and-deep")) {
            var run = TestRuns.run(
                    TestRuns.plan(table, folder, List.of("model=" + model, "epochs=2", "device=cpu", "batch=20")));
            Path weights = run.run().resolve("best.safetensors");
            var evaluation = evaluated(weights, table, EvaluatedPart.AUTO).evaluation();
            assertThat(evaluation.loss()).isEqualTo(run.bestSoFar().bestLoss());
            assertThat(evaluation.images()).isEqualTo(run.validation().images());
            Path more = Files.writeString(folder.resolve("more.csv"), rows + "3,a,below\n");
            assertThat(evaluated(weights, more, EvaluatedPart.AUTO).evaluation().images())
                    .isEqualTo(121);
            try (var predictor = Predictor.open(weights)) {
                assertThatThrownBy(() -> predictor.predict(table))
                        .isInstanceOf(StokerException.class)
                        .hasMessageContaining("is a model for rows of a table, with the label class");
            }
        }
    }

    @Test
    void aCorruptImageIsAnErrorUnlessItMayBeSkipped() throws IOException {
        Path data = folder.resolve("data");
        TestImageFiles.put(data, "warm/1.jpg", image(2));
        TestImageFiles.put(data, "cold/2.jpg", image(3));
        TestImageFiles.put(data, "cold/3.jpg", new byte[] {1, 2, 3});
        assertThatThrownBy(() -> evaluated(RESULT.run(), data, EvaluatedPart.ALL))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("3.jpg");
        var evaluation = evaluated(RESULT.run(), data, EvaluatedPart.ALL, "skip-corrupt=1")
                .evaluation();
        assertThat(evaluation.images()).isEqualTo(2);
        assertThat(evaluation.corrupt().count()).isEqualTo(1);
    }
}
