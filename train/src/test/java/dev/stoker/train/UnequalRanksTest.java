package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchShare;
import dev.stoker.data.label.LabelSets;
import dev.stoker.data.label.SoftLabels;
import dev.stoker.data.label.TargetScaling;
import dev.stoker.data.label.TargetValues;
import dev.stoker.tensor.collective.RendezvousStore;
import dev.stoker.train.step.ClassWeights;
import dev.stoker.train.step.DeviceOutOfMemoryException;
import dev.stoker.train.step.Distillation;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import dev.stoker.train.step.Teachers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two ranks of which one has too little memory, or corrupt images. */
@Timeout(120)
class UnequalRanksTest {
    private static final StripedImages IMAGES = new StripedImages(300, 32);

    @TempDir
    Path folder;

    private RankThread rank(int number, RendezvousStore store, IntConsumer memory) {
        return new RankThread(folder, new SharedImages(IMAGES, new BatchShare(number, 2)), store.port(), memory);
    }

    private static RendezvousStore store() {
        return RendezvousStore.open(Duration.ofSeconds(30));
    }

    private RankThread.Trained alone() {
        return RankThread.alone(folder, new SharedImages(IMAGES, BatchShare.ALL));
    }

    @Test
    void theSmallestMemoryDecidesForAllRanksBeforeTheFirstStep() throws Exception {
        try (var store = store()) {
            var ample = rank(0, store, _ -> {});
            var small = rank(1, store, SimulatedDevice.memoryFor(5));
            var results = RankThread.train(ample, small);

            assertThat(ample.microBatches.getFirst()).isEqualTo(16);
            assertThat(ample.microBatches.subList(1, ample.microBatches.size())).allMatch(count -> count <= 4);
            assertThat(small.microBatches.subList(0, 3)).containsExactly(16, 8, 4);
            assertThat(ample.observer.memory).containsExactly(new TrainingObserver.MemoryReport(0, 1, 4, 4));
            results.forEach(result -> result.assertSameAs(alone()));
        }
    }

    /** Nothing was sent by then, so this rank repeats its passes alone. */
    @Test
    void aRankThatRunsShortLaterDividesItsOwnShareFurther() throws Exception {
        try (var store = store()) {
            var calls = new int[1];
            var limit = SimulatedDevice.memoryFor(8);
            var later = rank(1, store, count -> {
                if (++calls[0] > 5) {
                    limit.accept(count);
                }
            });
            var ample = rank(0, store, _ -> {});
            var results = RankThread.train(ample, later);

            assertThat(ample.microBatches).contains(16).doesNotContain(8);
            assertThat(later.microBatches.getLast()).isLessThanOrEqualTo(8);
            results.forEach(result -> result.assertSameAs(alone()));
        }
    }

    /** The ascent is along the gradient of all ranks, so it is the one of a run without others. */
    @Test
    void sharpnessAwareStepsAscendTogether() throws Exception {
        var step = StepSettings.builder(Precision.FP32).ascent(0.2).build();
        var alone = RankThread.alone(folder, new SharedImages(IMAGES, BatchShare.ALL), step);
        try (var store = store()) {
            var results = RankThread.train(ascending(0, store, step), ascending(1, store, step));
            results.forEach(result -> result.assertSameAs(alone));
        }
        assertThat(alone.loss()).isNotEqualTo(alone().loss());
    }

    private RankThread ascending(int number, RendezvousStore store, StepSettings step) {
        var images = new SharedImages(IMAGES, new BatchShare(number, 2));
        return new RankThread(folder, images, store.port(), _ -> {}, false, step);
    }

    @Test
    void aRankForWhichNothingFitsSaysSo() throws Exception {
        try (var store = store()) {
            var none = rank(1, store, SimulatedDevice.memoryFor(0));
            assertThatThrownBy(() -> RankThread.train(none, rank(0, store, _ -> {})))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(DeviceOutOfMemoryException.class)
                    .hasMessageContaining("has too little memory for a batch of 1");
        }
    }

    /** Batch norm exchanges sums in every pass, so there is no moment at which a rank could repeat one alone. */
    @Test
    void aStepOfWhichOthersHaveAPartIsNotRepeated() throws Exception {
        try (var store = store()) {
            var calls = new int[1];
            IntConsumer later = _ -> {
                if (++calls[0] > 5) {
                    throw SimulatedDevice.outOfMemory();
                }
            };
            var second = new SharedImages(IMAGES, new BatchShare(1, 2));
            var first = new SharedImages(IMAGES, new BatchShare(0, 2));
            assertThatThrownBy(() -> RankThread.train(
                            new RankThread(folder, second, store.port(), later, true),
                            new RankThread(folder, first, store.port(), _ -> {}, true)))
                    .hasCauseInstanceOf(DeviceOutOfMemoryException.class)
                    .hasMessageContaining("a step of which other ranks have a part already");
        }
    }

    private SharedImages corrupt(BatchShare share, IntPredicate isCorrupt, int limit) {
        return new SharedImages(IMAGES, share, isCorrupt, limit);
    }

    /** Of some batches a rank has lost an image, of the last batch, which has 12, perhaps several. */
    @Test
    void ranksThatSkipCorruptImagesTrainLikeOne() throws Exception {
        IntPredicate some = index -> index % 17 == 3;
        var one = RankThread.alone(folder, corrupt(BatchShare.ALL, some, 20));
        assertThat(one.loss()).isNotEqualTo(alone().loss());
        try (var store = store()) {
            var first = new RankThread(folder, corrupt(new BatchShare(0, 2), some, 20), store.port(), _ -> {});
            var second = new RankThread(folder, corrupt(new BatchShare(1, 2), some, 20), store.port(), _ -> {});
            RankThread.train(first, second).forEach(result -> result.assertSameAs(one));
            assertThat(first.observer.epochs.getLast().input().corrupt().count())
                    .isEqualTo(18);
        }
    }

    /** The weights of a batch are those of all ranks, of which one has no row of the last batch, and some have lost rows. */
    @Test
    void ranksWhoseImagesHaveDifferentWeightsTrainLikeOne() throws Exception {
        var images = new StripedImages(289, 32);
        var weights = new ClassWeights(List.of(0.2, 0.0, 4.0));
        var step = StepSettings.builder(Precision.FP32)
                .loss(Loss.crossEntropy(0.1).weighted(weights))
                .microBatches(3)
                .build();
        IntPredicate some = index -> index % 17 == 3;
        var one = RankThread.alone(folder, new SharedImages(images, BatchShare.ALL, some, 20), step);
        var plain = RankThread.alone(folder, new SharedImages(images, BatchShare.ALL, some, 20));
        assertThat(Math.abs(one.validationLoss() - plain.validationLoss())).isGreaterThan(0.01);
        try (var store = store()) {
            var ranks = new RankThread[2];
            for (int i = 0; i < ranks.length; i++) {
                var share = new SharedImages(images, new BatchShare(i, 2), some, 20);
                ranks[i] = new RankThread(folder, share, store.port(), _ -> {}, false, step);
            }
            RankThread.train(ranks).forEach(result -> result.assertSameAs(one));
        }
    }

    /** Each rank has the teacher, whose part is a mean over the images of all ranks. */
    @Test
    void ranksWithATeacherTrainLikeOne() throws Exception {
        var images = new StripedImages(289, 32);
        var teacher = Teachers.of(shape -> SmallResidualNet.of(shape, 3), new Seed(11));
        var step = StepSettings.builder(Precision.FP32)
                .loss(Loss.crossEntropy(0).weighted(new ClassWeights(List.of(0.2, 0.0, 4.0))))
                .distillation(Optional.of(new Distillation(teacher, 0.7, 4)))
                .build();
        var one = RankThread.alone(folder, new SharedImages(images, BatchShare.ALL), step);
        var plain = RankThread.alone(folder, new SharedImages(images, BatchShare.ALL));
        assertThat(Math.abs(one.validationLoss() - plain.validationLoss())).isGreaterThan(0.01);
        try (var store = store()) {
            var ranks = new RankThread[2];
            for (int i = 0; i < ranks.length; i++) {
                var share = new SharedImages(images, new BatchShare(i, 2));
                ranks[i] = new RankThread(folder, share, store.port(), _ -> {}, false, step);
            }
            RankThread.train(ranks).forEach(result -> result.assertSameAs(one));
        }
    }

    private static Stream<Loss> lossesOfTargets() {
        var values =
                new TargetValues(3, List.of(List.of(1.0, 2.0, 3.0), List.of(-1.0, 0.0, 5.0), List.of(4.0, 4.0, 4.0)));
        return Stream.of(
                Loss.multiLabel(new LabelSets(3, List.of(List.of(0), List.of(1, 2), List.of())), 0.1),
                Loss.squaredError(values, new TargetScaling(List.of(1.0, 2.0, 4.0), List.of(2.0, 1.5, 1.0))),
                Loss.softLabels(
                        new SoftLabels(
                                3, List.of(List.of(0.7, 0.2, 0.1), List.of(0.0, 1.0, 0.0), List.of(0.5, 0.0, 0.5))),
                        0));
    }

    /** Evaluations add up sums of all ranks, of which average precision and R² follow. */
    @ParameterizedTest
    @MethodSource("lossesOfTargets")
    void ranksWithTargetsOfAnyKindTrainAndEvaluateLikeOne(Loss loss) throws Exception {
        var images = new StripedImages(289, 32);
        var step = StepSettings.builder(Precision.FP32).loss(loss).build();
        var one = RankThread.alone(folder, new SharedImages(images, BatchShare.ALL), step);
        try (var store = store()) {
            var ranks = new RankThread[2];
            for (int i = 0; i < ranks.length; i++) {
                var share = new SharedImages(images, new BatchShare(i, 2));
                ranks[i] = new RankThread(folder, share, store.port(), _ -> {}, false, step);
            }
            RankThread.train(ranks).forEach(result -> result.assertSameAs(one));
        }
    }

    @Test
    void tooManyCorruptImagesOfAllRanksAreAnErrorOfAllRanks() throws Exception {
        try (var store = store()) {
            IntPredicate some = index -> index % 17 == 3;
            var first = new RankThread(folder, corrupt(new BatchShare(0, 2), some, 15), store.port(), _ -> {});
            var second = new RankThread(folder, corrupt(new BatchShare(1, 2), some, 15), store.port(), _ -> {});
            assertThatThrownBy(() -> RankThread.train(first, second))
                    .hasMessageContaining("more than 15 images are corrupt: image 003 is corrupt; ");
        }
    }
}
