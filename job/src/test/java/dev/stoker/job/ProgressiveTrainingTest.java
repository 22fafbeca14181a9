package dev.stoker.job;

import static dev.stoker.job.TestRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.train.PhaseResult;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressiveTrainingTest {
    private static final String EVERYTHING = "progressive=resize=14:28,sample=0.3:1,augment=0:1,batch=24:64";

    private static final Path DATA = SmallTestData.of(600, 200);
    private static final List<String> DEFAULTS =
            List.of("model=resnet8", "epochs=4", "log-every=4", "checkpoint-every=3");

    @TempDir
    Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder, DEFAULTS, settings);
    }

    /** 180 of 24, 320 of 40 (8 × 4.67), 460 of 48, and 600 of 64. */
    @Test
    void severalParametersChangeAtOnceAndTheReportShowsThePhases() throws IOException {
        var result = run(plan(EVERYTHING, "mixup=0.2"));
        assertThat(result.phases())
                .extracting(RunResult.PhaseSummary::title)
                .containsExactly(
                        "14 px, 30.00 % of the images, augmentation 0.00, batch 24",
                        "16 px, 53.33 % of the images, augmentation 0.33, batch 40",
                        "24 px, 76.67 % of the images, augmentation 0.67, batch 48",
                        "28 px, 100.0 % of the images, augmentation 1.00, batch 64");
        assertThat(result.phases())
                .extracting(phase -> phase.result().images())
                .containsExactly(180L, 320L, 460L, 600L);
        assertThat(result.steps()).isEqualTo(8 + 8 + 10 + 10);
        assertThat(result.fields()).containsKey("phases");
        assertThat(Files.readAllLines(result.run().resolve("metrics.jsonl")))
                .filteredOn(line -> line.startsWith("{\"kind\":\"phase\""))
                .hasSize(4)
                .allMatch(line -> line.contains("\"validation_accuracy\":") && line.contains("\"images_per_second\":"));
        assertThat(result.validation().accuracy()).isGreaterThan(0.2);
    }

    @Test
    void aRunStoppedInAnyPhaseContinuesToTheSameBitsAndTheSameMetrics() throws IOException {
        var settings = plan(EVERYTHING, "workers=3", "cutmix=0.5", "ema=0.9");
        var whole = run(settings);
        for (int stopAfter : new int[] {3, 8, 13, 21, 30}) {
            stopAndResume(settings, stopAfter, whole);
        }
    }

    private void stopAndResume(Plan settings, int stopAfter, RunResult whole) throws IOException {
        Path parts;
        try (var job = TrainingJob.start(settings)) {
            var steps = new AtomicInteger();
            parts = job.folder();
            assertThat(job.run(List.of(), () -> steps.incrementAndGet() >= stopAfter))
                    .isEmpty();
        }
        try (var job = TrainingJob.resume(parts.toString(), folder, Map.of("workers", "1"))) {
            var result = job.run(List.of(), () -> false).orElseThrow();
            assertThat(result.modelSha256()).isEqualTo(whole.modelSha256());
            assertThat(result.phases())
                    .extracting(phase -> phase.result().images())
                    .containsExactlyElementsOf(whole.phases().stream()
                            .map(phase -> phase.result().images())
                            .toList());
        }
        assertThat(metrics(parts)).isEqualTo(metrics(whole.run()));
    }

    /** Without the fields that depend on the clock. */
    private static List<String> metrics(Path run) throws IOException {
        return Files.readAllLines(run.resolve("metrics.jsonl")).stream()
                .map(line -> line.replaceAll(",\"images_per_second\".*", ""))
                .toList();
    }

    @Test
    void thePlanInTheFolderRepeatsTheRun() {
        var first = run(plan("phases=1 epoch sample=0.4 classes=4\n1 epoch resize=20 batch=32; 2 epochs augment=0.5"));
        var again = run(PlanFile.read(first.run().resolve("plan.yaml"), Plan.DEFAULTS));
        assertThat(again.modelSha256()).isEqualTo(first.modelSha256());
        assertThat(again.phases())
                .extracting(RunResult.PhaseSummary::title)
                .containsExactly("40.00 % of the images, 4 classes", "20 px, batch 32", "augmentation 0.50");
    }

    /** Classes keep their numbers, so a model trained on four of ten classes predicts only those four. */
    @Test
    void classesAddedInLaterPhasesKeepTheirLabels() throws IOException {
        var result = run(plan("phases=6 epochs classes=4", "epochs=6", "lr=0.1"));
        var columns = Files.readAllLines(result.run().resolve("confusion.csv")).stream()
                .skip(1)
                .map(line -> List.of(line.split(",", -1)).subList(1, 11).stream()
                        .mapToInt(Integer::parseInt)
                        .toArray())
                .toList();
        int right = 0;
        for (int i = 0; i < 10; i++) {
            for (int column = 4; column < 10; column++) {
                assertThat(columns.get(i)[column]).isZero();
            }
            right += columns.get(i)[i];
        }
        assertThat(right).isGreaterThan(30);
    }

    @Test
    void aConvergedPhaseLeavesItsEpochsToTheLast() {
        var result = run(plan(
                "progressive=sample=0.5:1",
                "phases=2",
                "epochs=10",
                "phase-patience=1",
                "phase-threshold=0.9",
                "evaluate-every=1epoch"));
        assertThat(result.phases()).extracting(phase -> phase.result().epochs()).containsExactly(2, 8);
        assertThat(result.steps()).isEqualTo(2 * 5 + 8 * 10);
    }

    @Test
    void moreEpochsGoToTheLastPhase() {
        var first = run(plan("phases=1 epoch sample=0.5; 1 epoch", "epochs=2"));
        try (var job = TrainingJob.resume(first.run().toString(), folder, Map.of("epochs", "3"))) {
            assertThat(job.run(List.of(), () -> false).orElseThrow().phases())
                    .extracting(RunResult.PhaseSummary::result)
                    .extracting(PhaseResult::epochs)
                    .containsExactly(1, 2);
        }
    }

    private Path imageFiles() throws IOException {
        var images = folder.resolve("images");
        for (String part : List.of("train", "val")) {
            for (int i = 0; i < 12; i++) {
                var image = new BufferedImage(50, 40, BufferedImage.TYPE_INT_RGB);
                var graphics = image.createGraphics();
                graphics.setColor(i % 2 == 0 ? Color.ORANGE : Color.BLUE);
                graphics.fillRect(0, 0, 50, 40);
                graphics.dispose();
                var file = images.resolve("%s/%s/%d.png".formatted(part, i % 2 == 0 ? "orange" : "blue", i));
                Files.createDirectories(file.getParent());
                ImageIO.write(image, "png", file.toFile());
            }
        }
        return images;
    }

    @Test
    void encodedImagesGrowAndAreEvaluatedInTheirFinalSize() throws IOException {
        var images = imageFiles().toString();
        var grown = plan("data=" + images, "progressive=resize=16:32,augment=0:1", "phases=2", "batch=4", "epochs=4");
        var result = run(grown.with("crop-area", "0.35").with("rotate", "10").with("cutout", "6"));
        assertThat(result.validation().accuracy()).isGreaterThan(0.9);
        assertThat(PlanFile.read(result.run().resolve("plan.yaml"), Plan.DEFAULTS)
                        .data()
                        .size())
                .hasToString("32");
        assertThatThrownBy(() -> TrainingJob.start(grown.with("size", "48")))
                .hasMessageContaining("size is 48, but resize ends at 32");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "progressive=sample=0.01:1 | phase 1 (1.000 % of the images): the subset of 6 of 600 images has none"
                        + " of class",
                "progressive=sample=0.1:1 batch=128 | is larger than the dataset: ",
                "progressive=resize=14:28 model=cnn | phase 1 (14 px): model cnn cannot change its image size",
                "progressive=resize=14:28 model=mlp | since its weights depend on it: hidden.0.weight has the sizes",
                "progressive=resize=8:28 model=vgg11 | vgg11 needs images of at least 32×32",
                "progressive=resize=28:32 | the images of",
                "progressive=classes=5:11 | has 10 classes, fewer than 11",
                "progressive=sample=0.5:1 phases=5 | 5 phases need at least 5 epochs, but the run has 4",
                "progressive=sample=0.5:1 phases=1 | phases must be at least 2 for a phase parameter to change, got 1",
                "progressive=sample=0.5:1 epochs=1 | 2 phases need at least 2 epochs, but the run has 1",
                "phases=3 | phases 3 has no phase parameter to change: give progressive, or a list of phases",
                "phase-patience=2 | phase-patience ends phases, but there are none",
            })
    void conflictsAreReportedBeforeAFolderIsCreated(String settings, String message) throws IOException {
        assertThatThrownBy(() -> TrainingJob.start(plan(settings.split(" "))))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(message);
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void phasesLongerThanTheRunAreRefused() {
        assertThatThrownBy(() -> TrainingJob.start(plan("phases=3 epochs sample=0.5; 2 epochs")))
                .hasMessage("the phases take 5 epochs, but the run has 4; shorten them, or train for 5 epochs");
        assertThatThrownBy(() -> TrainingJob.start(plan("phases=3 epochs", "progressive=sample=0.5:1")))
                .hasMessageContaining("remove one of them");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "progressive | rezise=96:128 | there is no phase parameter 'rezise'; did you mean resize? (phase"
                        + " parameters: resize, sample",
                "progressive | resize=128 | resize changes from one value to another, such as resize=128:…, got '128'",
                "progressive | resize | progressive must be phase parameters such as resize=96:128,sample=0.3:1, or"
                        + " none, got",
                "progressive | sample=0:1 | sample needs a share above 0 and at most 1, got '0'",
                "progressive | batch=8:many | batch needs a batch size, 1 or more, got 'many'",
                "progressive | augment=0:1,augment=0:1 | augment is given twice",
                "phases | some | phases must be a number, auto, or a list such as '5 epochs",
                "phases | 0 epochs | a phase lasts at least 1 epoch, got '0 epochs'",
                "phases | 3 epochs size=3 | there is no phase parameter 'size'; did you mean resize?",
                "crop-area | 0 | crop-area must be above 0 and at most 1, got 0.0",
                "rotate | 181 | rotate must be 0 to 180 degrees, got 181.0",
                "brightness | -1 | brightness must be 0 to 10, got -1.0",
                "contrast | 11 | contrast must be 0 to 10, got 11.0",
                "saturation | NaN | saturation must be 0 to 10, got NaN",
                "hue | 0.6 | hue must be 0 to 0.5, got 0.6",
                "grayscale | 2 | grayscale must be 0 to 1, got 2.0",
                "blur | -0.1 | blur must be 0 to 1, got -0.1",
                "cutout | -1 | cutout must be 0 to 4096 pixels, got -1",
                "phase-threshold | 1 | phase-threshold must be at least 0 and below 1",
            })
    void aMalformedKeyIsReportedAtOnce(String key, String text, String message) {
        assertThatThrownBy(() -> Plan.DEFAULTS.with(key, text))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(message);
    }
}
