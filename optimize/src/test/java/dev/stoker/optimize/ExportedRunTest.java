package dev.stoker.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.stoker.core.Shape;
import dev.stoker.core.Task;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.deploy.ExportSettings;
import dev.stoker.job.deploy.FineTuneSettings;
import dev.stoker.job.deploy.OptimizeSettings;
import dev.stoker.job.deploy.QuantizeSettings;
import dev.stoker.job.deploy.VariantTable;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.EvaluatedPart;
import dev.stoker.job.predict.Predictor;
import dev.stoker.onnx.runtime.OnnxSession;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs of encoded images of unusual shapes and with several labels, exported. */
class ExportedRunTest {
    private static final int IMAGES = 12;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void writeImages() throws IOException {
        var random = new SeededRandom(new Seed(3));
        var one = new StringBuilder("path,label,split\n");
        var several = new StringBuilder("path,label,split\n");
        var numbers = new StringBuilder("path,width,age,split\n");
        for (int i = 0; i < IMAGES; i++) {
            var image = new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB);
            for (int pixel = 0; pixel < 40 * 30; pixel++) {
                image.setRGB(pixel % 40, pixel / 40, random.nextInt(1 << 24));
            }
            ImageIO.write(image, "png", folder.resolve(i + ".png").toFile());
            String split = i < 8 ? "train" : "val";
            one.append("%d.png,%s,%s\n".formatted(i, i % 2 == 0 ? "ant" : "bee", split));
            several.append("%d.png,%s,%s\n".formatted(i, i % 2 == 0 ? "ant|insect" : "bee", split));
            numbers.append("%d.png,%s,%d,%s\n".formatted(i, i / 100.0, 5_000 - 7 * i, split));
        }
        Files.writeString(folder.resolve("one.csv"), one.toString());
        Files.writeString(folder.resolve("several.csv"), several.toString());
        Files.writeString(folder.resolve("numbers.csv"), numbers.toString());
    }

    private static Path train(String settings) {
        var plan = Plan.DEFAULTS
                .with("model", "cnn")
                .with("epochs", "1")
                .with("batch", "4")
                .with("runs", folder.resolve("runs").toString());
        for (var setting : settings.split(" ", -1)) {
            var parts = setting.split("=", 2);
            plan = plan.with(
                    parts[0], parts[0].equals("data") ? folder.resolve(parts[1]).toString() : parts[1]);
        }
        try (var job = TrainingJob.start(plan)) {
            return job.run().run().resolve("best.safetensors");
        }
    }

    private static ModelCard export(Path weights, boolean bytes) {
        Path file = folder.resolve("exported.onnx");
        var report = new OnnxModelTools().export(weights, new ExportSettings(file, bytes, Optional.empty()));
        assertThat(report.largestDifference()).isLessThan(1e-3);
        assertThat(report.compared()).isEqualTo(IMAGES - 8);
        try (var session = OnnxSession.open(file, 1)) {
            return ModelCard.find(session.metadata(), file).orElseThrow();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "data=one.csv size=24x40, 24, 40, 3, CLASSIFICATION",
        "data=one.csv size=24 channels=1, 24, 24, 1, CLASSIFICATION",
        "data=several.csv size=20x28 channels=1 multi-label=true, 20, 28, 1, MULTI_LABEL",
        "'data=numbers.csv size=24 task=regression label=width,age', 24, 24, 3, REGRESSION",
    })
    void theFileHasTheShapeTheTaskAndTheLogitsOfTheRun(
            String settings, int height, int width, int channels, Task task) {
        var weights = train(settings);
        for (boolean bytes : new boolean[] {false, true}) {
            var card = export(weights, bytes);
            assertThat(card.input()).isEqualTo(new Shape(height, width, channels));
            assertThat(card.task()).isEqualTo(task);
        }
    }

    @ParameterizedTest
    @CsvSource({"several.csv, multi-label=true", "numbers.csv, task=regression label=age"})
    void anExportedModelIsEvaluatedAsTheRunIs(String data, String settings) {
        var weights = train("data=%s size=24 %s".formatted(data, settings));
        export(weights, true);
        String all = folder.resolve(data).toString();
        try (var exported = opened();
                var run = Predictor.open(weights)) {
            var found = exported.evaluate(all, EvaluatedPart.TRAIN).evaluation();
            var expected = run.evaluate(all, EvaluatedPart.TRAIN).evaluation();
            assertThat(found.task()).isEqualTo(expected.task());
            assertThat(found.images()).isEqualTo(8);
            assertThat(found.metric()).isCloseTo(expected.metric(), withinPercentage(0.1));
            assertThat(found.loss()).isCloseTo(expected.loss(), withinPercentage(0.1));
        }
    }

    private static Predictor opened() {
        System.setProperty("stoker.room.optimize", "target/classes");
        try {
            return Predictor.open(folder.resolve("exported.onnx"));
        } finally {
            System.clearProperty("stoker.room.optimize");
        }
    }

    @Test
    void anExportedMultiLabelModelPredicts() {
        export(train("data=several.csv size=24 multi-label=true"), true);
        try (var predictor = opened()) {
            predictor.predictLabels(
                    List.of(folder.resolve("0.png")),
                    0,
                    each -> assertThat(each.classes()).hasSize(3));
        }
    }

    /** Whoever runs the file elsewhere knows nothing of means and deviations. */
    @Test
    void anExportedFileOfRegressionGivesNumbersInUnitsOfTheData() throws IOException {
        var weights = train("data=numbers.csv size=24 task=regression label=age,width");
        export(weights, true);
        try (var exported = opened();
                var run = Predictor.open(weights);
                var session = OnnxSession.open(folder.resolve("exported.onnx"), 1);
                var arena = Arena.ofConfined()) {
            var image = folder.resolve("9.png");
            var expected = run.predict(image).values();
            assertThat(expected).extracting(each -> each.name()).containsExactly("age", "width");
            assertThat(expected.getFirst().value()).isBetween(4_000.0, 6_000.0);
            for (int target = 0; target < 2; target++) {
                assertThat(exported.predict(image).values().get(target).value())
                        .isCloseTo(expected.get(target).value(), withinPercentage(0.1));
            }
            assertThat(session.outputs().getFirst().name()).isEqualTo("values");
            var black = folder.resolve("black.png");
            ImageIO.write(new BufferedImage(24, 24, BufferedImage.TYPE_INT_RGB), "png", black.toFile());
            float[] values = session.run(arena.allocate(24 * 24 * 3), 1);
            for (int target = 0; target < 2; target++) {
                assertThat((double) values[target])
                        .isCloseTo(run.predict(black).values().get(target).value(), withinPercentage(0.1));
            }
        }
    }

    /** The variance that is explained may fall by so many points. */
    @ParameterizedTest
    @CsvSource({
        "several.csv, multi-label=true, mAP, map, false",
        "numbers.csv, task=regression label=age lr=0.0001, R², r2, true",
    })
    void variantsAreJudgedByTheMetricOfTheTask(
            String data, String settings, String metric, String field, boolean int8) {
        var weights = train("data=%s size=24 %s".formatted(data, settings));
        var asked = new OptimizeSettings(
                folder.resolve("optimized"),
                !int8,
                false,
                int8 ? QuantizeSettings.INT8 : QuantizeSettings.NONE,
                Optional.empty(),
                FineTuneSettings.NONE,
                100,
                Optional.empty(),
                1);
        var report = new OnnxModelTools().optimize(weights, asked, _ -> {});
        assertThat(report.metric()).isEqualTo(metric);
        assertThat(report.samples()).isEqualTo(IMAGES - 8);
        assertThat(report.variants()).hasSize(2);
        double plain = report.variants().getFirst().accuracy();
        assertThat(report.variants().getLast().accuracy())
                .isCloseTo(plain, offset(int8 ? 0.1 * (1 + Math.abs(plain)) : 1e-3));
        assertThat(report.fields()).containsEntry("metric", field);
        assertThat(VariantTable.of(report).titles()).contains(metric).doesNotContain("accuracy");
    }
}
