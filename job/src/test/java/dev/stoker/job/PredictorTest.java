package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.ImagePaths;
import dev.stoker.job.predict.ModelFile;
import dev.stoker.job.predict.Prediction;
import dev.stoker.job.predict.Predictor;
import dev.stoker.job.predict.PredictorSettings;
import dev.stoker.job.predict.StoredModelCard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictorTest {
    private static final Path DATA = TestImageFiles.of(64, 30);
    private static final List<String> DEFAULTS =
            List.of("model=cnn", "size=32", "batch=16", "epochs=2", "workers=2", "threads=1", "device=cpu");

    private static final RunResult RESULT =
            TestRuns.run(TestRuns.plan(DATA, SharedTestFolders.of("predictor runs", _ -> {}), DEFAULTS));

    @TempDir
    Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder, DEFAULTS, settings);
    }

    private static Predictor open(Path path, ModelFile.Choice choice, String... settings) {
        var all = PredictorSettings.DEFAULTS.with("device", "cpu").with("threads", "1");
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            all = all.with(parts[0], parts[1]);
        }
        return Predictor.open(ModelFile.find(path, choice), all);
    }

    private static List<Path> validationImages() {
        return ImagePaths.of(List.of(DATA.resolve("val")));
    }

    /** The share of images whose class is the name of their folder. */
    private static double accuracy(List<Prediction> predictions) {
        return predictions.stream()
                        .filter(each -> each.best()
                                .orElseThrow()
                                .name()
                                .equals(each.image()
                                        .getName(each.image().getNameCount() - 2)
                                        .toString()))
                        .count()
                / (double) predictions.size();
    }

    private static double accuracy(Path model, ModelFile.Choice choice) {
        try (var predictor = open(model, choice, "batch=16")) {
            return accuracy(predictor.predict(validationImages()));
        }
    }

    @Test
    void imagesAreClassifiedAsInTheEvaluationsOfTheRun() {
        assertThat(accuracy(RESULT.run(), ModelFile.Choice.BEST))
                .isEqualTo(RESULT.bestSoFar().bestAccuracy());
    }

    @Test
    void weightsAloneInAnEmptyFolderSuffice() throws IOException {
        Path alone = Files.copy(RESULT.run().resolve("best.safetensors"), folder.resolve("renamed.bin"));
        assertThat(accuracy(alone, ModelFile.Choice.BEST))
                .isEqualTo(RESULT.bestSoFar().bestAccuracy());
        assertThat(StoredModelCard.read(alone).classes()).containsExactly("cold", "warm");
    }

    @Test
    void aPredictionHasAsManyClassesAsAskedForAndTheirProbabilitiesSumToOne() {
        var found = new ArrayList<Prediction>();
        try (var predictor = Predictor.open(RESULT.run())) {
            predictor.predict(validationImages(), 9, found::add);
            assertThat(predictor.predict(validationImages().getFirst()).classes())
                    .hasSize(2);
            assertThat(predictor.predict(List.of())).isEmpty();
        }
        assertThat(found).hasSize(30).allSatisfy(each -> {
            assertThat(each.classes()).hasSize(2);
            assertThat(each.classes().stream()
                            .mapToDouble(Prediction.ClassProbability::probability)
                            .sum())
                    .isBetween(0.999999, 1.000001);
            assertThat(each.classes().getFirst().probability())
                    .isGreaterThanOrEqualTo(each.classes().getLast().probability());
        });
        assertThat(found.stream().map(Prediction::image)).isEqualTo(validationImages());
    }

    @Test
    void anImageThatCannotBeDecodedIsNamedAndAllOthersAreAnsweredInOrder() throws IOException {
        var images = new ArrayList<>(validationImages());
        Path text = Files.writeString(folder.resolve("text.jpg"), "no image");
        Path cut = folder.resolve("cut.jpg");
        byte[] whole = Files.readAllBytes(images.getFirst());
        Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
        Path empty = Files.createFile(folder.resolve("empty.png"));
        images.addAll(5, List.of(text, cut, empty, folder.resolve("missing.jpg"), folder));
        try (var predictor = Predictor.open(RESULT.run())) {
            var found = predictor.predict(images);
            assertThat(found.stream().map(Prediction::image)).isEqualTo(images);
            assertThat(found.subList(5, 10)).allSatisfy(each -> {
                assertThat(each.problem()).isPresent();
                assertThat(each.classes()).isEmpty();
            });
            assertThat(found.get(8).problem().orElseThrow()).contains("missing.jpg");
            found.subList(5, 10).clear();
            assertThat(found).isEqualTo(predictor.predict(validationImages()));
            assertThatThrownBy(() -> predictor.predict(text))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining(text.toString());
        }
    }

    @Test
    void manyThreadsMayUseOnePredictor() {
        var images = validationImages();
        try (var predictor = Predictor.open(RESULT.run())) {
            var expected = images.stream().map(predictor::predict).toList();
            var found = IntStream.range(0, images.size())
                    .parallel()
                    .mapToObj(i -> predictor.predict(images.get(i)))
                    .toList();
            assertThat(found).isEqualTo(expected);
        }
    }

    @Test
    void aModelOfAYamlFileIsRebuiltWithoutTheFile() throws IOException {
        Path yaml = Files.writeString(folder.resolve("net.yaml"), """
            - {layer: conv2d, name: stem, out: 4, kernel: 3, stride: 4}
            - relu
            - flatten
            - {layer: linear, name: head, out: classes}
            """);
        var own = TestRuns.run(plan("model=" + yaml));
        Files.delete(yaml);
        assertThat(accuracy(own.run().resolve("best.safetensors"), ModelFile.Choice.BEST))
                .isEqualTo(own.bestSoFar().bestAccuracy());
    }

    @Test
    void movingAveragesAreWhatIsEvaluatedAndPredictedWith() {
        var averaged = TestRuns.run(plan("ema=0.8", "epochs=1"));
        assertThat(accuracy(averaged.run(), ModelFile.Choice.BEST))
                .isEqualTo(averaged.bestSoFar().bestAccuracy());
    }

    @Test
    void aRunThatFinishedNoEpochIsAnsweredByItsNewestCheckpoint() throws IOException {
        Path stopped = stopped(plan("checkpoint-every=1", "ema=0.8"), 2);
        assertThat(stopped.resolve("best.safetensors")).doesNotExist();
        try (var predictor = open(stopped, ModelFile.Choice.BEST)) {
            assertThat(predictor.file()).hasParent(stopped.resolve("checkpoints"));
            assertThat(predictor.notes())
                    .singleElement()
                    .asString()
                    .contains("has not come to its end; these weights are of its newest checkpoint, step-0000000");
            assertThat(predictor.predict(validationImages())).hasSize(30);
        }
    }

    private static Path stopped(Plan plan, int polls) {
        var asked = new AtomicInteger();
        try (var job = TrainingJob.start(plan)) {
            assertThat(job.run(List.of(), () -> asked.incrementAndGet() > polls))
                    .isEmpty();
            return job.folder();
        }
    }

    @Test
    void aRunWithoutWeightsIsRefusedWithWhatToDo() {
        Path stopped;
        try (var job = TrainingJob.start(plan())) {
            stopped = job.folder();
        }
        assertThatThrownBy(() -> Predictor.open(stopped))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("%s has no weights yet: it has finished no epoch", stopped)
                .hasMessageContaining("`stoker train --resume %s`", stopped);
        assertThatThrownBy(() -> Predictor.open(folder.resolve("nothing")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("there is no run or weights file");
        assertThatThrownBy(() -> Predictor.open(DATA))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("is not a run folder");
    }

    @Test
    void settingsThatAPredictorDoesNotHaveAreRefused() {
        assertThatThrownBy(() -> PredictorSettings.DEFAULTS.with("bach", "1"))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("did you mean batch?");
        assertThatThrownBy(() -> PredictorSettings.DEFAULTS.with("batch", "none"))
                .isInstanceOf(StokerException.class);
        try (var predictor = Predictor.open(RESULT.run())) {
            assertThatThrownBy(() -> predictor.predict(validationImages(), 0, _ -> {}))
                    .isInstanceOf(StokerException.class)
                    .hasMessage("top must be at least 1, got 0");
        }
    }

    @Test
    void anotherBatchSizeGivesTheSameClasses() {
        try (var small = open(RESULT.run(), ModelFile.Choice.LAST, "batch=3");
                var large = open(RESULT.run(), ModelFile.Choice.LAST, "batch=64")) {
            assertThat(small.predict(validationImages()).stream()
                            .map(each -> each.best().orElseThrow().name()))
                    .isEqualTo(large.predict(validationImages()).stream()
                            .map(each -> each.best().orElseThrow().name())
                            .toList());
        }
    }
}
