package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.SampleSource;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.TrainingObserver;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on a dataset in which one class has a hundred times as many images as the other. */
class ImbalancedRunTest {
    private static final List<String> CLASSES = List.of("frequent", "rare");

    @TempDir
    private Path runs;

    /** Noise; images of the second class, every one in so many, are brighter. */
    private record NoisyImages(int size, int oneIn, Seed seed) implements SampleSource {
        @Override
        public Shape shape() {
            return new Shape(8, 8, 1);
        }

        @Override
        public int label(int index) {
            return index % oneIn == oneIn - 1 ? 1 : 0;
        }

        @Override
        public MemorySegment sample(int index) {
            var sample = Arena.ofAuto().allocate(64);
            var random = new SeededRandom(seed.derive(index));
            for (int i = 0; i < 64; i++) {
                sample.set(ValueLayout.JAVA_BYTE, i, (byte) (random.nextInt(160) + 50 * label(index)));
            }
            return sample;
        }
    }

    private static ImageDataset dataset(List<String> classes) {
        return ImageDataset.of(
                "noise", classes, new NoisyImages(1010, 101, new Seed(1)), new NoisyImages(400, 2, new Seed(2)));
    }

    private Plan plan(String... settings) {
        var plan = TestRuns.with(
                Plan.DEFAULTS,
                "runs=" + runs,
                "validation=test",
                "model=mlp",
                "epochs=3",
                "batch=32",
                "flip=none",
                "shift=0");
        return TestRuns.with(plan, settings);
    }

    private static TrainingJobBuilder job(Plan plan) {
        return TrainingJob.builder().plan(plan).dataset(dataset(CLASSES));
    }

    private RunResult run(String... settings) {
        try (var job = job(plan(settings)).start()) {
            return job.run();
        }
    }

    private static double recallOfRare(RunResult result) {
        return result.evaluation().confusion().orElseThrow().perClass().get(1).recall();
    }

    @ParameterizedTest
    @ValueSource(strings = {"class-weights=balanced", "class-weights=rare=100", "sampling=balanced"})
    void theRareClassIsFound(String setting) {
        assertThat(recallOfRare(run())).isLessThan(0.2);
        var balanced = run(setting);
        assertThat(recallOfRare(balanced)).isGreaterThan(0.8);
        assertThat(balanced.evaluation().accuracy()).isGreaterThan(0.8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-entropy", "focal", "bce"})
    void everyLossTrainsWithMixupAndSmoothing(String loss) {
        var result = run(
                "loss=" + loss, "sampling=balanced", "mixup=0.2", "label-smoothing=0.1", "accumulate=2", "epochs=5");
        assertThat(result.evaluation().accuracy()).isGreaterThan(0.8);
        assertThat(result.trainLoss()).isFinite().isPositive();
    }

    @Test
    void theWeightsAreShownAndKept() throws IOException {
        try (var job = job(plan("class-weights=balanced")).start()) {
            assertThat(job.lossNote()).hasValue("class weights from 0.5050 (frequent) to 50.50 (rare)");
            assertThat(Files.readString(job.folder().resolve("plan.yaml")))
                    .contains("class-weights: balanced", "# class weights from 0.5050 (frequent) to 50.50 (rare)");
        }
        try (var job = job(plan()).start()) {
            assertThat(job.lossNote()).isEmpty();
        }
    }

    /** Stopped in the middle of the second epoch, in which images of the rare class come again. */
    @Test
    void aRunThatWasStoppedWithinABalancedEpochEndsWithTheSameWeights() throws IOException {
        String[] settings = {"sampling=balanced", "class-weights=rare=3", "loss=focal", "flip=random"};
        var whole = run(settings);
        var steps = new AtomicLong();
        var counter = new TrainingObserver() {
            @Override
            public void afterStep(long step) {
                steps.set(step);
            }
        };
        Path folder;
        try (var job = job(plan(settings).with("name", "stopped")).start()) {
            folder = job.folder();
            assertThat(job.run(List.of(counter), () -> steps.get() >= 45)).isEmpty();
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
                "class-weights=frequent=1,rar=2 | class-weights: noise has no class 'rar'; did you mean rare?",
                "class-weights=1,2,3 | class-weights: noise has 2 classes, but there are 3 weights; give one for each",
                "class-weights=frequent=0,rare=0 | class-weights: all classes of noise have weight 0, so nothing would",
                "focal-gamma=3 | focal-gamma is for loss focal, but the loss is cross-entropy; change it, or remove",
            })
    void aWrongSettingIsAnsweredWithOneSentence(String setting, String sentence) {
        assertThatThrownBy(() -> run(setting))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(sentence);
    }

    @Test
    void balancedSamplingHasAShuffleOfItsOwn() {
        assertThatThrownBy(() -> run("sampling=balanced", "shuffle=blocks:64"))
                .isInstanceOf(StokerException.class)
                .hasMessage(
                        "sampling balanced shuffles all images itself, but shuffle is blocks:64; remove one of them");
    }

    @Test
    void balancedWeightsNeedImagesOfEachClass() {
        var three = List.of("frequent", "rare", "never");
        assertThatThrownBy(() -> TrainingJob.builder()
                        .plan(plan("class-weights=balanced"))
                        .dataset(dataset(three))
                        .start())
                .isInstanceOf(StokerException.class)
                .hasMessage("class-weights: balanced needs training samples of each class, but noise has none of class"
                        + " 'never'; give weights instead");
    }
}
