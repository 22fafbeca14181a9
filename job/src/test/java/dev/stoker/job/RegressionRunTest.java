package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.SampleSource;
import dev.stoker.data.label.TargetValues;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.EvaluatedPart;
import dev.stoker.job.predict.ModelFile;
import dev.stoker.job.predict.Predictor;
import dev.stoker.job.predict.RowPrediction;
import dev.stoker.job.predict.TrainedModel;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegressionRunTest {
    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path table;

    /** The price is a plane over area and rooms, with noise of deviation 2,000; the rent goes the other way. */
    @BeforeEach
    void writeTable() throws IOException {
        var random = new SeededRandom(new Seed(3));
        var text = new StringBuilder("area,rooms,town,price,rent\n");
        for (int i = 0; i < 500; i++) {
            double area = 100 + 30 * random.nextGaussian();
            int rooms = 1 + random.nextInt(5);
            double price = 250_000 + 2_000 * area + 10_000 * rooms + 2_000 * random.nextGaussian();
            text.append("%.2f,%d,%s,%.2f,%.3f\n"
                    .formatted(area, rooms, List.of("north", "south").get(i % 2), price, 20 - area / 10));
        }
        table = Files.writeString(folder.resolve("houses.csv"), text);
    }

    private Plan plan(String... settings) {
        var plan = TestRuns.with(
                Plan.DEFAULTS,
                "data=" + table,
                "label=price",
                "columns={area: numeric, rooms: numeric, town: vocabulary}",
                "task=regression",
                "epochs=20",
                "batch=32",
                "optimizer=adamw",
                "lr=0.01",
                "threads=1",
                "device=cpu",
                "runs=" + folder);
        return TestRuns.with(plan, settings);
    }

    private RunResult run(String... settings) {
        return TestRuns.run(plan(settings));
    }

    /** The noise is not to be predicted; the deviation of the price is about 60,000. */
    @Test
    void metricsAreInUnitsOfTheDataAndHaveTheirNames() throws IOException {
        var result = run();
        assertThat(result.evaluation().task()).isEqualTo(Task.REGRESSION);
        assertThat(result.evaluation().metric()).isBetween(1_000.0, 15_000.0);
        assertThat(result.evaluation().regression().orElseThrow().determination())
                .isGreaterThan(0.94);
        assertThat(result.fields())
                .containsKeys(
                        "validation_rmse",
                        "validation_mae",
                        "validation_r2",
                        "best_validation_rmse",
                        "train_mae",
                        "per_target")
                .doesNotContainKeys("validation_accuracy", "validation_top5_accuracy", "train_accuracy", "per_class");
        assertThat(result.bestSoFar().bestAccuracy())
                .isLessThanOrEqualTo(result.validation().metric());
        assertThat(Files.readString(result.run().resolve("metrics.jsonl")))
                .contains("\"validation_rmse\":", "\"train_mae\":")
                .doesNotContain("accuracy");
        assertThat(Files.readString(result.run().resolve("report.html")))
                .contains("Its RMSE is ", "<td>price</td>", "deviation of the target")
                .doesNotContain("could not be drawn", "Confusion matrix");
        assertThat(Files.readString(result.run().resolve("plan.yaml"))).contains("task: regression", "loss: mse");
        assertThat(result.run().resolve("confusion.csv")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"loss=mae", "loss=huber", "model=wide-and-deep"})
    void everyLossTrains(String setting) {
        assertThat(run(setting).evaluation().regression().orElseThrow().determination())
                .isGreaterThan(0.9);
    }

    @Test
    void severalTargetsHaveErrorsOfTheirOwn() {
        var result = run("label=price,rent", "name=several");
        assertThat(result.classes()).containsExactly("price", "rent");
        var scores = result.evaluation().regression().orElseThrow().perTarget();
        assertThat(scores.getFirst().rootMeanSquaredError()).isGreaterThan(1_000);
        assertThat(scores.getLast().rootMeanSquaredError()).isLessThan(1);
        assertThat(scores).allMatch(score -> score.determination() > 0.9);
        try (var predictor = Predictor.open(result.run())) {
            var again = predictor.evaluate(table.toString(), EvaluatedPart.VALIDATION);
            assertThat(again.evaluation().metric())
                    .isEqualTo(predictor
                            .evaluate(table.toString(), EvaluatedPart.AUTO)
                            .evaluation()
                            .metric());
        }
    }

    @Test
    void predictionsAreInUnitsOfTheDataWithNothingButTheWeights() throws IOException {
        var result = run();
        var unlabeled = Files.writeString(folder.resolve("new.csv"), "rooms,town,area\n3,north,100\n3,north,100000x\n");
        var rows = new ArrayList<RowPrediction>();
        try (var predictor = Predictor.open(result.run())) {
            assertThat(predictor.task()).isEqualTo(Task.REGRESSION);
            assertThat(predictor.card().scaling()).isPresent();
            predictor.predictRows(unlabeled, 1, rows::add);
            var all = predictor.evaluate(table.toString(), EvaluatedPart.ALL).evaluation();
            assertThat(all.images()).isEqualTo(500);
            assertThat(all.regression().orElseThrow().determination()).isGreaterThan(0.94);
        }
        assertThat(rows.getFirst().classes()).isEmpty();
        assertThat(rows.getFirst().values().getFirst().name()).isEqualTo("price");
        assertThat(rows.getFirst().values().getFirst().value()).isCloseTo(480_000, offset(40_000.0));
        assertThat(rows.getFirst().fields()).containsKey("values");
        assertThat(rows.getLast().problem().orElseThrow()).contains("100000x");
        var file = ModelFile.find(result.run(), ModelFile.Choice.BEST).file();
        try (var trained = TrainedModel.open(file)) {
            assertThatThrownBy(trained::requireClassifier)
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining(
                            "is a regression model, and a classifier of one class per image is needed here");
        }
    }

    @Test
    void aRunThatWasStoppedEndsWithTheSameWeights() throws IOException {
        var whole = run("epochs=3", "name=whole");
        Path stopped;
        try (var job = TrainingJob.start(plan("epochs=3", "name=stopped"))) {
            stopped = job.folder();
            int[] asked = {0};
            assertThat(job.run(List.of(), () -> ++asked[0] > 20)).isEmpty();
        }
        try (var job = TrainingJob.resume(stopped.toString(), folder, Map.of())) {
            job.run();
        }
        assertThat(Files.readAllBytes(stopped.resolve("model.safetensors")))
                .isEqualTo(Files.readAllBytes(whole.run().resolve("model.safetensors")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "class-weights=balanced | regression has no one class of a sample by which it could be weighted",
                "sampling=balanced | regression has no one class of a sample by which it could be sampled",
                "label-smoothing=0.1 | regression has no classes over which a part of a target could be spread",
                "best-by=macro-f1 | regression is judged by RMSE or loss",
                "loss=focal | loss focal is not for regression; use mse, mae or huber",
                "huber-delta=2 | huber-delta is for loss huber, but the loss is mse",
                "multi-label=true | multi-label is for classes, but the task is regression",
                "soft-labels=true | soft-labels are probabilities of one class, but the task is regression",
                "progressive=sample=0.5:1 | regression has no one class of a sample by which a phase could select it",
                "label=town | * the target town is 'north', which is no finite number",
            })
    void whatMakesNoSenseIsRefusedInOneSentence(String setting, String sentence) {
        assertThatThrownBy(() -> run(setting))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(sentence.replace("* ", ""));
    }

    @Test
    void aPhaseDoesNotEndByAnError() {
        assertThatThrownBy(() -> run("progressive=batch=16:32", "phases=2", "phase-patience=1"))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("regression has no accuracy by which a phase could end early");
    }

    @Test
    void aConstantTargetIsRefused() throws IOException {
        table = Files.writeString(folder.resolve("flat.csv"), "x,price\n" + "1,7\n".repeat(20) + "2,7\n".repeat(20));
        assertThatThrownBy(() -> run("columns=auto"))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("the target price is 7.0 in every training sample");
    }

    @Test
    void aMissingTargetIsNamedWithItsRow() throws IOException {
        table = Files.writeString(folder.resolve("gaps.csv"), "x,price\n1,7\n2,NaN\n3,8\n");
        assertThatThrownBy(() -> run("columns=auto"))
                .isInstanceOf(StokerException.class)
                .hasMessageContainingAll("gaps.csv", "the label, column price, is empty");
    }

    @Test
    void aLabelWithTooManyClassesNamesTheTask() {
        assertThatThrownBy(() -> run("task=classification"))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("or task regression where it is a number to predict");
    }

    @Test
    void dataWithoutNumbersIsRefused() {
        var images = TestRuns.with(Plan.DEFAULTS, "task=regression", "runs=" + folder);
        assertThatThrownBy(() -> TrainingJob.start(images))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("task regression is for a table or a list of images with a column of numbers");
    }

    /** Images of one brightness, with noise; the target is what the noise is around. */
    private record Brightness(int size, Seed seed) implements SampleSource {
        static final int LEVELS = 64;

        @Override
        public Shape shape() {
            return new Shape(8, 8, 1);
        }

        @Override
        public int label(int index) {
            return index % LEVELS;
        }

        @Override
        public MemorySegment sample(int index) {
            var sample = Arena.ofAuto().allocate(64);
            var random = new SeededRandom(seed.derive(index));
            for (int i = 0; i < 64; i++) {
                sample.set(ValueLayout.JAVA_BYTE, i, (byte) (3 * label(index) + random.nextInt(40)));
            }
            return sample;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mixup=0", "mixup=0.2", "ema=0.9"})
    void imagesOfAProgramMayHaveNumbers(String setting) {
        var levels = new TargetValues(
                1,
                IntStream.range(0, Brightness.LEVELS)
                        .mapToObj(level -> List.of(10.0 * level))
                        .toList());
        var set = ImageDataset.of(
                "brightness",
                List.of("level"),
                levels,
                new Brightness(640, new Seed(1)),
                new Brightness(128, new Seed(2)));
        var plan = TestRuns.with(
                Plan.DEFAULTS,
                "runs=" + folder,
                "model=cnn",
                "epochs=8",
                "batch=32",
                "lr=0.02",
                "flip=none",
                "shift=0",
                setting);
        try (var job = TrainingJob.builder().plan(plan).dataset(set).start()) {
            var result = job.run();
            assertThat(result.evaluation().regression().orElseThrow().determination())
                    .isGreaterThan(0.8);
            assertThat(result.fields()).containsKey("test_rmse");
        }
    }

    /** Gray images; one target is their brightness, the other falls with it. Columns are found by the names of the targets. */
    @Test
    void aListOfImagesMayHaveSeveralTargets() throws IOException {
        var list = new StringBuilder("path,brightness,note,darkness,split\n");
        for (int i = 0; i < 48; i++) {
            var image = new BufferedImage(16, 16, BufferedImage.TYPE_BYTE_GRAY);
            for (int pixel = 0; pixel < 256; pixel++) {
                image.getRaster().setSample(pixel % 16, pixel / 16, 0, 5 * i);
            }
            ImageIO.write(image, "png", folder.resolve(i + ".png").toFile());
            list.append("%d.png,%d,n,%s,%s\n".formatted(i, 500 * i, 1 - i / 100.0, i % 4 == 3 ? "val" : "train"));
        }
        var images = Files.writeString(folder.resolve("list.csv"), list);
        var plan = TestRuns.with(
                Plan.DEFAULTS,
                "data=" + images,
                "task=regression",
                "label=darkness,brightness",
                "model=mlp",
                "size=16",
                "channels=1",
                "flip=none",
                "crop-area=1",
                "batch=12",
                "epochs=30",
                "optimizer=adamw",
                "lr=0.002",
                "device=cpu",
                "runs=" + folder);
        var result = TestRuns.run(plan);
        assertThat(result.classes()).containsExactly("darkness", "brightness");
        var scores = result.evaluation().regression().orElseThrow().perTarget();
        assertThat(scores).allMatch(score -> score.determination() > 0.8);
        assertThat(scores.getFirst().rootMeanSquaredError()).isLessThan(0.1);
        assertThat(scores.getLast().rootMeanSquaredError()).isGreaterThan(1);
        try (var predictor = Predictor.open(result.run())) {
            var values = predictor.predict(folder.resolve("20.png")).values();
            assertThat(values.getFirst().name()).isEqualTo("darkness");
            assertThat(values.getFirst().value()).isCloseTo(0.8, offset(0.15));
            assertThat(values.getLast().value()).isCloseTo(10_000, offset(5_000.0));
            var again = predictor
                    .evaluate(images.toString(), EvaluatedPart.VALIDATION)
                    .evaluation();
            assertThat(again.metric()).isEqualTo(result.bestSoFar().bestAccuracy());
        }
    }

    @Test
    void mixingNeedsTheSquaredError() {
        var set = ImageDataset.of(
                "brightness",
                List.of("level"),
                new TargetValues(
                        1,
                        IntStream.range(0, Brightness.LEVELS)
                                .mapToObj(i -> List.of((double) i))
                                .toList()),
                new Brightness(64, new Seed(1)),
                new Brightness(64, new Seed(2)));
        var plan = TestRuns.with(Plan.DEFAULTS, "runs=" + folder, "mixup=0.2", "loss=huber");
        assertThatThrownBy(() -> TrainingJob.builder().plan(plan).dataset(set).start())
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("mixup and cutmix train towards the mean of two targets, which only loss mse");
    }
}
