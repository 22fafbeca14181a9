package dev.stoker.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.deploy.ExportSettings;
import dev.stoker.job.deploy.FineTuneSettings;
import dev.stoker.job.deploy.OptimizeSettings;
import dev.stoker.job.deploy.QuantizeSettings;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.EvaluatedPart;
import dev.stoker.job.predict.Predictor;
import dev.stoker.onnx.runtime.OnnxSession;
import java.awt.image.BufferedImage;
import java.io.IOException;
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
        for (int i = 0; i < IMAGES; i++) {
            var image = new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB);
            for (int pixel = 0; pixel < 40 * 30; pixel++) {
                image.setRGB(pixel % 40, pixel / 40, random.nextInt(1 << 24));
            }
            ImageIO.write(image, "png", folder.resolve(i + ".png").toFile());
            String split = i < 8 ? "train" : "val";
            one.append("%d.png,%s,%s\n".formatted(i, i % 2 == 0 ? "ant" : "bee", split));
            several.append("%d.png,%s,%s\n".formatted(i, i % 2 == 0 ? "ant|insect" : "bee", split));
        }
        Files.writeString(folder.resolve("one.csv"), one.toString());
        Files.writeString(folder.resolve("several.csv"), several.toString());
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

    @Test
    void anExportedMultiLabelModelPredictsAndIsNotEvaluated() {
        export(train("data=several.csv size=24 multi-label=true"), true);
        System.setProperty("stoker.room.optimize", "target/classes");
        try (var predictor = Predictor.open(folder.resolve("exported.onnx"))) {
            predictor.predictLabels(
                    List.of(folder.resolve("0.png")),
                    0,
                    each -> assertThat(each.classes()).hasSize(3));
            String data = folder.resolve("several.csv").toString();
            assertThatThrownBy(() -> predictor.evaluate(data, EvaluatedPart.AUTO))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("its mAP is not computed; evaluate the weights that it was exported from");
        } finally {
            System.clearProperty("stoker.room.optimize");
        }
    }

    @Test
    void variantsAreJudgedByAccuracyWhichAMultiLabelModelHasNot() {
        var weights = train("data=several.csv size=24 multi-label=true");
        var settings = new OptimizeSettings(
                folder.resolve("optimized"),
                true,
                false,
                new QuantizeSettings(false, false, 0, QuantizeSettings.Ranges.ENTROPY, 8),
                Optional.empty(),
                FineTuneSettings.NONE,
                1,
                Optional.empty(),
                1);
        assertThatThrownBy(() -> new OnnxModelTools().optimize(weights, settings, _ -> {}))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("is a multi-label model, and a classifier of one class per image is needed here");
    }
}
