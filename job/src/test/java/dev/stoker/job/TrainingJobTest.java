package dev.stoker.job;

import static dev.stoker.job.TestRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.nn.weights.WeightFile;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainingJobTest {
    private static final Path DATA = SmallTestData.of(600, 200);
    private static final List<String> DEFAULTS = List.of("model=mlp", "epochs=2", "log-every=4", "checkpoint-every=3");

    @TempDir
    Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder, DEFAULTS, settings);
    }

    @Test
    void aRunLeavesEverythingInItsFolder() throws IOException {
        var result = run(plan("name=first"));
        assertThat(result.run().getFileName().toString()).matches("\\d{8}-\\d{6}-first");
        try (var files = Files.list(result.run())) {
            assertThat(files.map(file -> file.getFileName().toString().replaceAll("tfevents.*", "tfevents"))
                            .sorted())
                    .containsExactly(
                            ".checkpointed",
                            ".lock",
                            "best.safetensors",
                            "checkpoints",
                            "confusion.csv",
                            "environment.json",
                            "events.out.tfevents",
                            "fingerprint.gz",
                            "metrics.jsonl",
                            "model.safetensors",
                            "plan.yaml",
                            "report.html",
                            "result.json",
                            "state.json",
                            "utilization.jsonl");
        }
        assertThat(Files.readAllLines(result.run().resolve("metrics.jsonl")))
                .filteredOn(line -> line.startsWith("{\"kind\":\"epoch\""))
                .hasSize(2)
                .allMatch(line -> line.contains("\"validation_accuracy\":"));
        assertThat(result.validation().accuracy()).isGreaterThan(0.3);
    }

    @Test
    void theConfusionMatrixIsATableOfAllTestImages() throws IOException {
        var result = run(plan());
        var lines = Files.readAllLines(result.run().resolve("confusion.csv"));
        assertThat(lines).hasSize(11);
        assertThat(lines.getFirst()).startsWith("class,").isEqualTo("class," + String.join(",", result.classes()));
        long total = lines.stream()
                .skip(1)
                .flatMap(line -> Stream.of(line.split(",")).skip(1))
                .mapToLong(Long::parseLong)
                .sum();
        assertThat(total).isEqualTo(200);
        assertThat(result.fields().get("per_class"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(10)
                .allMatch(row -> ((Map<?, ?>) row).get("f1") instanceof Double);
        assertThat(result.fields()).containsKeys("macro_precision", "macro_recall", "macro_f1");
        assertThat(result.validation().top5Accuracy())
                .isBetween(result.validation().accuracy(), 1.0);
    }

    /** Ten batches a pass: epochs of four steps continue with the images where the one before stopped. */
    @Test
    void epochsMayHaveTheirOwnNumberOfSteps() throws IOException {
        var whole = run(plan("epochs=2", "schedule=constant", "warm-up=0"));
        var parts = run(plan("epochs=5", "steps-per-epoch=4", "schedule=constant", "warm-up=0"));
        assertThat(parts.steps()).isEqualTo(whole.steps()).isEqualTo(20);
        assertThat(parts.modelSha256()).isEqualTo(whole.modelSha256());
        assertThat(metrics(parts.run()))
                .filteredOn(line -> line.contains("\"epoch\","))
                .hasSize(5);
    }

    @Test
    void aRunEndsAtItsMaximumOfStepsAndResumesWithMore() throws IOException {
        var first = run(plan("max-steps=7", "evaluate-every=3steps"));
        assertThat(first.steps()).isEqualTo(7);
        assertThat(first.fields()).containsEntry("stop_reason", "max_steps");
        assertThat(metrics(first.run()))
                .filteredOn(line -> line.contains("\"evaluation\","))
                .hasSize(3)
                .allMatch(line -> line.contains("validation_top5_accuracy"));
        try (var job = TrainingJob.resume(first.run().toString(), folder, Map.of("max-steps", "0"))) {
            assertThat(job.run(List.of(), () -> false).orElseThrow().steps()).isEqualTo(20);
        }
    }

    @Test
    void aBatchLargerThanTheDataSetIsAnError() {
        assertThatThrownBy(() -> TrainingJob.start(plan("batch=601")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("batch 601 is larger than the dataset")
                .hasMessageEndingWith("has 600 training images; use batch 600 or less");
    }

    @Test
    void patternsThatMatchNothingAreReportedBeforeAFolderIsCreated() throws IOException {
        assertThatThrownBy(() -> TrainingJob.start(plan("lr-groups=had.*=10")))
                .hasMessageContaining("lr-groups: no parameter of the model matches 'had.*'");
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "optimizer=adam lr=0.002 | schedule=milestones milestones=1,2 gamma=0.5",
                "optimizer=rmsprop lr=0.0005 | schedule=step step-every=1",
                "optimizer=lars lr=2 trust-coefficient=0.02 | schedule=warm-restarts cycle=1",
                "optimizer=lamb lr=0.01 | schedule=exponential step-every=1 gamma=0.5 min-factor=0.1",
                "optimizer=muon lr=0.02 | schedule=cyclical cycle=1",
                "optimizer=adamw lr=0.002 | schedule=plateau plateau-patience=1 gamma=0.5 evaluate-every=2steps",
                "no-decay=*.bias lr-groups=classifier.*=2 deterministic=true | tta=true",
            })
    void everyOptimizerLearnsAndResumesToTheSameBits(String optimizer, String schedule) {
        var settings = (optimizer + " " + schedule + " epochs=3").split(" ");
        var whole = run(plan(settings));
        assertThat(whole.validation().accuracy()).isGreaterThan(0.4);
        Path parts;
        try (var job = TrainingJob.start(plan(settings))) {
            var steps = new AtomicInteger();
            parts = job.folder();
            assertThat(job.run(List.of(), () -> steps.incrementAndGet() > 13)).isEmpty();
        }
        try (var job = TrainingJob.resume(parts.toString(), folder, Map.of())) {
            assertThat(job.run(List.of(), () -> false).orElseThrow().modelSha256())
                    .isEqualTo(whole.modelSha256());
        }
    }

    @Test
    void thePlanInTheFolderRepeatsTheRunExactly() {
        var first = run(plan("seed=5"));
        var again = run(PlanFile.read(first.run().resolve("plan.yaml"), Plan.DEFAULTS));
        assertThat(again.modelSha256()).isEqualTo(first.modelSha256());
        assertThat(again.trainLoss()).isEqualTo(first.trainLoss());
        assertThat(again.run()).isNotEqualTo(first.run());
        assertThat(run(plan("seed=6")).modelSha256()).isNotEqualTo(first.modelSha256());
    }

    @Test
    void theNumberOfWorkersDoesNotChangeTheResult() {
        assertThat(run(plan("workers=1")).modelSha256())
                .isEqualTo(run(plan("workers=4")).modelSha256());
    }

    @Test
    void aResumedRunEndsWithTheSameModelAndTheSameMetrics() throws IOException {
        var whole = run(plan());
        Path parts;
        try (var job = TrainingJob.start(plan())) {
            var steps = new AtomicInteger();
            parts = job.folder();
            assertThat(job.run(List.of(), () -> steps.incrementAndGet() > 7)).isEmpty();
        }
        try (var job = TrainingJob.resume(parts.toString(), folder, Map.of())) {
            var result = job.run(List.of(), () -> false).orElseThrow();
            assertThat(result.modelSha256()).isEqualTo(whole.modelSha256());
            assertThat(result.validation().loss()).isEqualTo(whole.validation().loss());
            assertThat(result.trainLoss()).isEqualTo(whole.trainLoss());
        }
        assertThat(metrics(parts)).isEqualTo(metrics(whole.run()));
    }

    /** Without the fields that depend on the clock. */
    private static List<String> metrics(Path run) throws IOException {
        return Files.readAllLines(run.resolve("metrics.jsonl")).stream()
                .map(line -> line.replaceAll(",\"images_per_second\".*", ""))
                .toList();
    }

    /** Two classes of images, one of them with a corrupt file. */
    private Path imageFolder() throws IOException {
        var images = folder.resolve("images");
        for (String part : List.of("train", "val")) {
            for (int i = 0; i < 12; i++) {
                var image = new BufferedImage(20, 20, BufferedImage.TYPE_INT_RGB);
                image.createGraphics().fillRect(0, 0, i % 2 == 0 ? 20 : 5, 20);
                var file = images.resolve("%s/%s/%d.png".formatted(part, i % 2 == 0 ? "white" : "dark", i));
                Files.createDirectories(file.getParent());
                ImageIO.write(image, "png", file.toFile());
            }
        }
        Files.writeString(images.resolve("train/white/4.png"), "no image");
        return images;
    }

    private Plan onImages(Path images, String... settings) {
        return plan(settings).with("data", images.toString()).with("size", "16").with("batch", "4");
    }

    @Test
    void aCorruptImageIsNamedWithTheRemedy() throws IOException {
        var images = imageFolder();
        try (var job = TrainingJob.start(onImages(images))) {
            assertThatThrownBy(() -> job.run(List.of(), () -> false))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("4.png")
                    .hasMessageEndingWith("fix it, or skip corrupt images with skip-corrupt");
        }
    }

    @Test
    void corruptImagesAreSkippedOnRequestAndTheRunCanBeResumed() throws IOException {
        var images = imageFolder();
        var whole = run(onImages(images, "skip-corrupt=1", "epochs=3"));
        assertThat(whole.steps()).isEqualTo(9);
        assertThat(Files.readString(whole.run().resolve("metrics.jsonl"))).contains("\"skipped\":1");
        Path parts;
        try (var job = TrainingJob.start(onImages(images, "skip-corrupt=1", "epochs=3"))) {
            var steps = new AtomicInteger();
            assertThat(job.run(List.of(), () -> steps.incrementAndGet() > 3)).isEmpty();
            parts = job.folder();
        }
        try (var job = TrainingJob.resume(parts.toString(), folder, Map.of())) {
            assertThat(job.run(List.of(), () -> false).orElseThrow().modelSha256())
                    .isEqualTo(whole.modelSha256());
        }
    }

    /** Within a budget it is slower, and the result the same. */
    @Test
    void budgetsDoNotChangeTheResult() throws IOException {
        var images = imageFolder();
        Files.delete(images.resolve("train/white/4.png"));
        var free = run(onImages(images));
        var budgeted = run(onImages(images, "input-memory=2MB", "input-cpu=0.5", "prefetch=2"));
        assertThat(budgeted.modelSha256()).isEqualTo(free.modelSha256());
        try (var job = TrainingJob.start(onImages(images, "input-memory=2KB"))) {
            assertThatThrownBy(() -> job.run(List.of(), () -> false))
                    .hasMessageContaining(
                            "a batch of 4 rows of 768 bytes needs 3.0 KiB, but the memory budget is 2.0 KiB");
        }
    }

    @Test
    void aFinishedRunResumesWithMoreEpochs() throws IOException {
        var first = run(plan());
        try (var job = TrainingJob.resume(first.run().getFileName().toString(), folder, Map.of("epochs", "3"))) {
            assertThat(job.run(List.of(), () -> false).orElseThrow().epochs()).isEqualTo(3);
        }
        assertThat(metrics(first.run()))
                .filteredOn(line -> line.contains("\"epoch\","))
                .hasSize(3);
        assertThatThrownBy(() -> TrainingJob.resume(first.run().toString(), folder, Map.of("epochs", "1")))
                .hasMessageContaining("has already trained 3 epochs, more than the 1 requested");
    }

    /** What is not on the list of keys that may change is refused. */
    @Test
    void limitsIntervalsAndInputResourcesMayChangeOnResume() {
        var first = run(plan());
        var changes = Map.ofEntries(
                Map.entry("workers", "1"),
                Map.entry("prefetch", "2"),
                Map.entry("input-memory", "1GiB"),
                Map.entry("input-cpu", "1.0"),
                Map.entry("augment", "cpu"),
                Map.entry("resident", "off"),
                Map.entry("decode", "cpu"),
                Map.entry("search", "0"),
                Map.entry("log-every", "3"),
                Map.entry("checkpoint-every", "5"),
                Map.entry("keep-checkpoints", "1"),
                Map.entry("evaluate-every", "2epochs"),
                Map.entry("max-steps", "1000"),
                Map.entry("max-time", "1h"),
                Map.entry("patience", "7"),
                Map.entry("profile", "1:2"),
                Map.entry("histograms", "true"),
                Map.entry("epochs", "3"));
        try (var job = TrainingJob.resume(first.run().toString(), folder, changes)) {
            changes.forEach((key, value) ->
                    assertThat(PlanKey.named(key).text(job.plan())).as(key).isEqualTo(value));
        }
    }

    @Test
    void resumingWithAnotherModelIsRefused() {
        var first = run(plan());
        assertThatThrownBy(() -> TrainingJob.resume(first.run().toString(), folder, Map.of("model", "cnn")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("was started with model mlp and cannot continue with cnn");
    }

    @Test
    void aFolderThatIsNotARunFolderIsRefused() {
        assertThatThrownBy(() -> TrainingJob.resume(DATA.toString(), folder, Map.of()))
                .hasMessageContaining("is not a run folder: it has no plan.yaml");
        assertThatThrownBy(() -> TrainingJob.resume("nowhere", folder, Map.of()))
                .hasMessage("there is no run 'nowhere': %s holds no runs; name their folder with runs", folder);
    }

    @Test
    void aSecondJobInTheSameFolderIsRefused() {
        try (var job = TrainingJob.start(plan())) {
            assertThatThrownBy(() -> TrainingJob.resume(job.folder().toString(), folder, Map.of()))
                    .hasMessageContaining("another process is training in");
        }
    }

    @Test
    void oneClassIsTooFewForAClassifier() throws IOException {
        for (String split : List.of("train", "val")) {
            Files.createDirectories(folder.resolve("one").resolve(split).resolve("cat"));
            Files.write(folder.resolve("one").resolve(split).resolve("cat/1.jpg"), new byte[] {1});
        }
        String data = folder.resolve("one").toString();
        assertThatThrownBy(() -> TrainingJob.start(plan("data=" + data)))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(data
                        + " has one class only, cat, and a classifier needs two or more; give each a folder of images");
    }

    @Test
    void anInvalidPlanLeavesNoFolder() throws IOException {
        assertThatThrownBy(() -> TrainingJob.start(plan("model=alexnet"))).hasMessageContaining("no model 'alexnet'");
        assertThatThrownBy(() -> TrainingJob.start(plan("data=nowhere"))).hasMessageContaining("no dataset 'nowhere'");
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void aRunsFolderThatCannotBeCreatedIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        assertThatThrownBy(() -> TrainingJob.start(plan("runs=" + file.resolve("runs"))))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("cannot create a run folder in")
                .hasMessageContaining("choose a writable folder");
    }

    @Test
    void runsThatStartInTheSameSecondGetFoldersOfTheirOwn() {
        try (var one = TrainingJob.start(plan());
                var two = TrainingJob.start(plan())) {
            assertThat(one.folder()).isNotEqualTo(two.folder());
        }
    }

    private static Path model(RunResult result) {
        return result.run().resolve("model.safetensors");
    }

    /** Frozen parameters must be those of the file, bit for bit. */
    private static byte[] tensor(Path model, String name) {
        try (var _ = TensorScope.open("test");
                var file = WeightFile.open(model)) {
            var sizes = Objects.requireNonNull(file.tensors().get(name)).sizes().stream()
                    .mapToLong(Long::longValue)
                    .toArray();
            var tensor = Tensor.zeros(DataType.FLOAT32, Device.CPU, sizes);
            file.copy(name, tensor);
            return tensor.toHost().toArray(ValueLayout.JAVA_BYTE);
        }
    }

    private Path fewerClasses() throws IOException {
        var images = imageFolder();
        Files.delete(images.resolve("train/white/4.png"));
        return images;
    }

    @Test
    void aRunStartsFromTheWeightsOfAnotherAndKeepsItsFrozenPart() {
        var first = run(plan("model=cnn", "epochs=1"));
        var second = plan("model=cnn", "epochs=1", "seed=9", "weights=" + model(first), "freeze=features");
        try (var job = TrainingJob.start(second)) {
            assertThat(job.initialWeightsNote().orElseThrow()).isEqualTo("16 of 16 tensors from " + model(first));
            var tuned = job.run(List.of(), () -> false).orElseThrow();
            for (String name : List.of("features.0.weight", "features.5.running_var", "features.5.weight")) {
                assertThat(tensor(model(tuned), name)).isEqualTo(tensor(model(first), name));
            }
            assertThat(tensor(model(tuned), "classifier.0.weight"))
                    .isNotEqualTo(tensor(model(first), "classifier.0.weight"));
            assertThat(tuned.validation().accuracy()).isGreaterThan(0.3);
        }
    }

    @Test
    void weightsForOtherClassesGetANewHeadAndAResumedRunDoesNotNeedTheFile() throws IOException {
        var plan = onImages(fewerClasses(), "model=resnet8", "epochs=2");
        var first = run(plan);
        Path weights = Files.copy(model(first), folder.resolve("weights"));
        var tuning = plan("model=resnet8", "weights=" + weights, "freeze=block1", "epochs=1");
        var onlyBlocks = tuning.with("weights-only", "block*");
        assertThatThrownBy(() -> TrainingJob.start(tuning))
                .hasMessageContaining("stem.0.weight is FLOAT32 [16, 3, 3, 3]");
        var whole = run(onlyBlocks);
        Path parts;
        try (var job = TrainingJob.start(onlyBlocks)) {
            assertThat(job.initialWeightsNote().orElseThrow())
                    .endsWith("classifier is reinitialized: the file has 2 classes, this data 10");
            var steps = new AtomicInteger();
            parts = job.folder();
            assertThat(job.run(List.of(), () -> steps.incrementAndGet() > 4)).isEmpty();
        }
        Files.delete(weights);
        try (var job = TrainingJob.resume(parts.toString(), folder, Map.of())) {
            assertThat(job.initialWeightsNote()).isEmpty();
            assertThat(job.run(List.of(), () -> false).orElseThrow().modelSha256())
                    .isEqualTo(whole.modelSha256());
        }
    }

    @Test
    void invalidFineTuningIsRefusedBeforeAFolderIsCreated() throws IOException {
        for (String[] wrong : List.of(
                new String[] {"weights=nowhere.pth", "cannot read nowhere.pth (no such file or folder)"},
                new String[] {"weights-only=hidden", "weights-only says what to take from pretrained weights"},
                new String[] {"new-head=true", "but none are given: add weights"},
                new String[] {"freeze=hiden", "did you mean hidden?"},
                new String[] {"freeze=*", "leaves no parameter of model mlp to train"})) {
            assertThatThrownBy(() -> TrainingJob.start(plan(wrong[0])))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining(wrong[1]);
        }
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }
}
