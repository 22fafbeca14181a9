package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.Datasets;
import dev.stoker.image.transform.CenterCrop;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.ResizeShorterSide;
import dev.stoker.image.transform.ResizeToCover;
import dev.stoker.image.transform.TransformChain;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.job.predict.ImagePaths;
import dev.stoker.job.predict.Predictor;
import dev.stoker.job.predict.StoredModelCard;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs whose images have another size, other channels or another normalization; their model files say so. */
class ImageInputRunTest {
    private static final Path DATA = TestImageFiles.of(64, 30);
    private static final List<String> DEFAULTS = List.of(
            "model=cnn", "size=16", "batch=16", "epochs=1", "workers=2", "threads=1", "device=cpu", "flip=none");

    @TempDir
    Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder, DEFAULTS, settings);
    }

    /** The predictions of the model file alone are the evaluation of the run. */
    private static void predictsAsEvaluated(RunResult result) {
        var images = ImagePaths.of(List.of(DATA.resolve("val")));
        try (var predictor = Predictor.open(result.run())) {
            long right = predictor.predict(images).stream()
                    .filter(each -> each.image()
                            .toString()
                            .contains("/" + each.best().orElseThrow().name() + "/"))
                    .count();
            assertThat(right / (double) images.size())
                    .isEqualTo(result.bestSoFar().bestAccuracy());
        }
    }

    @Test
    void imagesThatAreNotSquareAreTrainedOnAndPredicted() {
        var result = TestRuns.run(plan("size=16x24", "eval-crop=1", "crop-ratio=1:2", "model=resnet8"));
        var card = StoredModelCard.read(result.run().resolve("model.safetensors"));
        assertThat(card.input()).isEqualTo(new Shape(16, 24, 3));
        assertThat(card.transforms())
                .isEqualTo(TransformChain.of(new ResizeToCover(16, 24, Interpolation.AREA), new CenterCrop(16, 24)));
        predictsAsEvaluated(result);
    }

    /** Objects look in evaluations as large as they may look in training. */
    @ParameterizedTest
    @CsvSource({"crop-area=1, 16", "crop-area=0.9, 16", "crop-area=0.81, 17", "crop-area=0.3, 18", "eval-crop=0.5, 32"})
    void theEvaluationCropFollowsTheTrainingCrop(String setting, int resized) {
        try (var job = TrainingJob.start(plan(setting, "crop-ratio=1:1"))) {
            assertThat(job.plan().imageInput().evalCrop().isAuto()).isEqualTo(!setting.startsWith("eval-crop"));
            var result = job.run();
            assertThat(StoredModelCard.read(result.run().resolve("model.safetensors"))
                            .transforms())
                    .isEqualTo(
                            TransformChain.of(new ResizeShorterSide(resized, Interpolation.AREA), new CenterCrop(16)));
        }
    }

    /** Their plans name a default of before, also where it has no use. */
    @Test
    void plansOfOlderRunsMeanWhatTheyMeant() {
        var old = TestRuns.with(
                Plan.DEFAULTS,
                "eval-crop=0.875",
                "beta2=0.999",
                "runs=" + folder,
                "max-steps=1",
                "epochs=1",
                "device=cpu");
        assertThat(TestRuns.run(old).classes()).hasSize(10);
        var result = TestRuns.run(plan("crop-area=1", "eval-crop=0.875"));
        assertThat(StoredModelCard.read(result.run().resolve("model.safetensors"))
                        .transforms())
                .isEqualTo(TransformChain.of(new ResizeShorterSide(18, Interpolation.AREA), new CenterCrop(16)));
    }

    @Test
    void grayImagesAreNormalizedByWhatWasMeasured() {
        var result = TestRuns.run(plan("channels=1", "mean=auto", "std=auto", "interpolation=bicubic"));
        var card = StoredModelCard.read(result.run().resolve("model.safetensors"));
        assertThat(card.input()).isEqualTo(new Shape(16, 16, 1));
        assertThat(card.transforms())
                .isEqualTo(TransformChain.of(new ResizeShorterSide(18, Interpolation.CUBIC), new CenterCrop(16)));
        var normalization = card.normalization().orElseThrow();
        assertThat(normalization.mean()).hasSize(1);
        var written = PlanFile.read(result.run().resolve("plan.yaml"), Plan.DEFAULTS);
        assertThat(written.imageInput().mean())
                .hasToString(normalization.mean().getFirst().toString());
        assertThat(written.imageInput().std())
                .hasToString(normalization.standardDeviation().getFirst().toString());
        predictsAsEvaluated(result);
    }

    @Test
    void aGivenNormalizationIsUsed() {
        var result = TestRuns.run(plan("mean=0.1,0.2,0.3", "std=0.5,0.6,0.7"));
        var normalization = StoredModelCard.read(result.run().resolve("model.safetensors"))
                .normalization()
                .orElseThrow();
        assertThat(normalization.mean()).containsExactly(0.1, 0.2, 0.3);
        assertThat(normalization.standardDeviation()).containsExactly(0.5, 0.6, 0.7);
        predictsAsEvaluated(result);
    }

    @Test
    void repeatedAugmentationTrains() {
        assertThat(TestRuns.run(plan("repeat-augment=4", "trivial-augment=true"))
                        .bestSoFar()
                        .bestAccuracy())
                .isPositive();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        mean=0.5,0.5        | mean has 2 values, but the images of
        repeat-augment=3    | repeat-augment 3 puts each image 3 times into a batch, but a batch has 16 images; use
        channels=2          | channels must be 1 or 3, got 2
        size=4x20           | size must be 8 to 4096, or height and width such as 224x320, got '4x20'
        std=0,1,1           | std must be above 0, got 0.0,1.0,1.0
        mean=a              | mean must be a number for each channel such as 0.485,0.456,0.406, auto to measure them
        eval-crop=1.5       | eval-crop must be above 0 and at most 1, got 1.5
        crop-ratio=2:1      | crop-ratio must be the smallest and the largest width per height, such as 0.75:1.33
        interpolation=cubic | there is no interpolation 'cubic'; did you mean bicubic?
        """)
    void wrongValuesAreRefusedInOneSentence(String setting, String problem) {
        assertThatThrownBy(() -> TestRuns.run(plan(setting)))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(problem);
    }

    @Test
    void oneChannelIsNotForTheDevice() {
        assertThatThrownBy(() -> TestRuns.run(plan("channels=1", "augment=device")))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(
                        "images cannot be augmented on the device: a device decodes and augments encoded"
                                + " images in color, and channels is 1;");
        assertThatThrownBy(() -> TestRuns.run(plan("channels=1", "decode=device")))
                .isInstanceOf(StokerException.class)
                .hasMessage("decode device decodes images in color, and channels is 1; remove one of them");
    }

    @Test
    void whatIsForEncodedImagesIsRefusedForPixels() {
        var pixels =
                TestRuns.with(Plan.DEFAULTS, "data=" + Datasets.BUILT_IN, "runs=" + folder, "epochs=1", "device=cpu");
        for (String setting : List.of("channels=1", "eval-crop=1", "interpolation=area")) {
            String key = setting.split("=", 2)[0];
            assertThatThrownBy(() -> TestRuns.run(TestRuns.with(pixels, setting)))
                    .isInstanceOf(StokerException.class)
                    .hasMessageStartingWith(key + " is for encoded images, and those of fashion-mnist-mini are stored");
        }
        assertThatThrownBy(() -> TestRuns.run(TestRuns.with(pixels, "repeat-augment=2", "sampling=balanced")))
                .hasMessageStartingWith(
                        "repeat-augment is for sampling uniform and order strict, but they are balanced");
    }
}
