package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.data.Dataset;
import dev.stoker.data.Sample;
import dev.stoker.data.SampleSource;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.Normalization;
import dev.stoker.datasets.format.IdxSource;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.TransformChain;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of one's own, given to {@link TrainingJob#builder()} in place of those of the plan. */
class CustomPartsTest {
    private static final Path DATA = SmallTestData.of(200, 50);
    private static final List<String> SETTINGS = List.of("model=mlp", "epochs=2", "batch=64", "workers=2");

    @TempDir
    Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder, SETTINGS, settings);
    }

    private TrainingJobBuilder builder(String... settings) {
        return TrainingJob.builder().plan(plan(settings));
    }

    private static String sha(TrainingJobBuilder builder) {
        try (var job = builder.start()) {
            return job.run().modelSha256();
        }
    }

    private String planned(String... settings) {
        return TestRuns.run(plan(settings)).modelSha256();
    }

    private static SampleSource source(String part) {
        return IdxSource.read(DATA.resolve(part + "-images-idx3-ubyte"), DATA.resolve(part + "-labels-idx1-ubyte"));
    }

    private static List<String> classes() {
        return IntStream.range(0, 10).mapToObj(Integer::toString).toList();
    }

    private static ImageDataset inMemory() {
        return ImageDataset.of("mine", classes(), source("train"), source("t10k"));
    }

    private static ImageDataset pipeline() {
        var training = source("train");
        return ImageDataset.of(
                "mine", classes(), training.shape(), Dataset.samples(training), Dataset.samples(source("t10k")));
    }

    private static Tensor crossEntropy(Tensor logits, Tensor labels) {
        return Functional.crossEntropy(logits, labels, 0);
    }

    /** The plan's optimizer with another class around it. */
    private record Wrapped(Optimizer inner) implements Optimizer {
        static Optimizer of(Map<String, Tensor> parameters) {
            return new Wrapped(Optimizer.of(new Settings.Sgd(0.9, 0, true), parameters));
        }

        @Override
        public void clearGradients() {
            inner.clearGradients();
        }

        @Override
        public void prepare(double epochs) {
            inner.prepare(epochs);
        }

        @Override
        public void step(Tensor rate) {
            inner.step(rate);
        }

        @Override
        public Map<String, Tensor> state() {
            return inner.state();
        }
    }

    private static LearningRateSchedule ownCosine() {
        return new LearningRateSchedule.Custom((step, length) -> {
            double share = Math.min(1, step / (double) Math.max(1, length.total() - length.warmUp()));
            return 0.5 * (1 + StrictMath.cos(Math.PI * share));
        });
    }

    @Test
    void theSameSamplesGiveTheSameModel() {
        String expected = planned();
        assertThat(sha(builder().dataset(inMemory()))).isEqualTo(expected);
        assertThat(sha(builder().dataset(pipeline()))).isEqualTo(expected);
    }

    @Test
    void aPipelineOfSamplesHasSubsetsTransformsAndGivenNormalization() {
        String[] settings = {"phases=1 epochs sample=0.5; 1 epochs", "rotate=10"};
        assertThat(sha(builder(settings).dataset(pipeline())))
                .isEqualTo(sha(builder(settings).dataset(pipeline())));
        var normalization = inMemory().normalization();
        assertThat(pipeline().normalization()).isEqualTo(normalization);
        var other = new Normalization(List.of(0.5), List.of(0.5));
        assertThat(sha(builder().dataset(pipeline().with(other)))).isNotEqualTo(planned());
    }

    @Test
    void theSameLossGivesTheSameModelAlsoWithMixup() {
        for (String mixup : List.of("mixup=0", "mixup=0.4")) {
            assertThat(sha(builder(mixup).loss(CustomPartsTest::crossEntropy))).isEqualTo(planned(mixup));
        }
    }

    @Test
    void aLossOfOnesOwnIsTrainedAndEvaluated() {
        try (var plain = builder().start();
                var doubled = builder()
                        .loss((logits, labels) -> crossEntropy(logits, labels).times(2))
                        .start()) {
            double loss = plain.run().validation().loss();
            assertThat(doubled.run().validation().loss()).isGreaterThan(1.2 * loss);
        }
    }

    @Test
    void aLossThatIsNoNumberIsRefused() {
        try (var job = builder().loss((logits, _) -> logits).start()) {
            assertThatThrownBy(job::run)
                    .isInstanceOf(StokerException.class)
                    .hasMessage("the loss function must return one number, the mean over the batch, but it returned a"
                            + " tensor of sizes [64, 10]");
        }
    }

    @Test
    void theSameOptimizerGivesTheSameModel() {
        String[] sgd = {"optimizer=sgd", "momentum=0.9", "nesterov=true", "weight-decay=0"};
        assertThat(sha(builder("weight-decay=0").optimizer("wrapped", Wrapped::of)))
                .isEqualTo(planned(sgd));
    }

    @Test
    void theSameScheduleGivesTheSameModel() {
        String[] cosine = {"schedule=cosine", "min-factor=0"};
        assertThat(sha(builder("schedule=constant", "min-factor=0").schedule(ownCosine())))
                .isEqualTo(planned(cosine));
    }

    @Test
    void theSameModelAndTransformsGiveTheSameModel() {
        assertThat(sha(builder("model=cnn").model((input, count) -> ModelZoo.model("mlp", input, count))))
                .isEqualTo(planned());
        assertThat(sha(builder("rotate=20").augmentation(TransformChain.of(new Cutout(8, 0)))))
                .isEqualTo(planned("cutout=8"));
    }

    @Test
    void aModelOfAnotherSizeIsRefused() {
        var model = ModelZoo.model("mlp", new Shape(16, 16, 1), 10);
        assertThatThrownBy(() -> builder().model(model).start())
                .hasMessage("model mlp is for 16×16×1 and 10 classes, but the data has 28×28×1 and 10 classes");
    }

    @Test
    void parameterGroupsAreForThePlansOptimizers() {
        assertThatThrownBy(() -> builder("no-decay=*.bias")
                        .optimizer("wrapped", Wrapped::of)
                        .start())
                .hasMessageContaining("parameter groups are for the plan's optimizers");
    }

    @Test
    void observersAreCalledInOrder() {
        var calls = new ArrayList<String>();
        try (var job = builder("epochs=1")
                .observer(epochs(calls, "first"))
                .observer(epochs(calls, "second"))
                .start()) {
            job.run();
        }
        assertThat(calls).containsExactly("first", "second");
    }

    private static TrainingObserver epochs(List<String> calls, String name) {
        return new TrainingObserver() {
            @Override
            public void epochFinished(EpochReport report) {
                calls.add(name);
            }
        };
    }

    private TrainingJobBuilder allParts() {
        return builder()
                .dataset(pipeline())
                .model((input, count) -> ModelZoo.model("mlp", input, count))
                .loss(CustomPartsTest::crossEntropy)
                .optimizer("wrapped", Wrapped::of)
                .schedule(ownCosine())
                .augmentation(TransformChain.of(new Cutout(8, 0)));
    }

    private Path stopped(TrainingJobBuilder builder) {
        try (var job = builder.start()) {
            var polls = new AtomicInteger();
            assertThat(job.run(List.of(), () -> polls.incrementAndGet() >= 6)).isEmpty();
            return job.folder();
        }
    }

    @Test
    void aStoppedRunWithOwnPartsResumesToTheSameModel() {
        Path run = stopped(allParts());
        assertThat(PlanFile.read(run.resolve("plan.yaml"), Plan.DEFAULTS).run().customParts())
                .hasToString("dataset:mine,model,loss,optimizer:wrapped,schedule,augmentation");
        String whole = sha(allParts());
        try (var job = allParts().resume(run.toString(), folder)) {
            assertThat(job.run().modelSha256()).isEqualTo(whole);
        }
    }

    @Test
    void aRunWithOwnPartsIsRefusedWithoutThem() {
        Path run = stopped(builder().dataset(inMemory()).loss(CustomPartsTest::crossEntropy));
        String name = run.toString();
        String refusal = "this run's dataset and loss were given by a program; start or resume it with"
                + " TrainingJob.builder()";
        assertThatThrownBy(() -> TrainingJob.resume(name, folder, Map.of())).hasMessage(refusal);
        var recorded = PlanFile.read(run.resolve("plan.yaml"), Plan.DEFAULTS);
        assertThatThrownBy(() -> TrainingJob.start(recorded)).hasMessage(refusal);
        assertThatThrownBy(() -> builder().loss(CustomPartsTest::crossEntropy).resume(name, folder))
                .hasMessage(
                        "this run was started with dataset:mine,loss given by a program, not with loss; give the same"
                                + " parts");
    }

    @Test
    void aRunWithoutOwnPartsIsNotResumedWithSome() {
        String name = stopped(builder()).toString();
        assertThatThrownBy(() -> builder().loss(CustomPartsTest::crossEntropy).resume(name, folder))
                .hasMessage("this run was started with no part given by a program, not with loss; give the same parts");
    }

    @Test
    void samplesThatDoNotFitAreRefused() {
        var shape = new Shape(4, 4, 1);
        var small = Dataset.indexed(64, index -> new Sample(MemorySegment.ofArray(new byte[9]), 0));
        assertThatThrownBy(() -> {
                    var set = ImageDataset.of("wrong", classes(), shape, small, small);
                    sha(builder().dataset(set));
                })
                .hasMessageContaining("9 bytes of pixels and label 0, but needs 16 bytes (4×4×1)");
    }
}
