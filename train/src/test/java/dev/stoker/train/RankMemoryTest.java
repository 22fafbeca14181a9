package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchShare;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.tensor.collective.Rendezvous;
import dev.stoker.tensor.collective.RendezvousStore;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.DeviceOutOfMemoryException;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two ranks, as threads, of which one has too little memory. */
@Timeout(120)
class RankMemoryTest {
    private static final String HOST = "127.0.0.1";
    private static final StripedImages DATA = new StripedImages(300, 32);

    @TempDir
    Path folder;

    /** A rank, and the sizes of its micro-batches in their order. */
    private final class Rank implements Callable<LossAndWeights> {
        private final int number;
        private final int port;
        private final IntConsumer memory;
        private final List<Integer> microBatches = Collections.synchronizedList(new ArrayList<>());
        private final RecordingObserver observer = new RecordingObserver();

        Rank(int number, int port, IntConsumer memory) {
            this.number = number;
            this.port = port;
            this.memory = memory;
        }

        @Override
        public LossAndWeights call() {
            var rendezvous = new Rendezvous(number, 2, HOST, port, HOST, Duration.ofSeconds(30));
            try (var ranks = Communicator.gloo(rendezvous)) {
                var settings = settings().withParallel(Optional.of(new DataParallel(ranks, DataParallel.Settings.DEFAULTS)));
                var data = new SharedImages(DATA, new BatchShare(number, 2));
                return train(data, settings, number, observer, count -> {
                    microBatches.add(count);
                    memory.accept(count);
                });
            }
        }
    }

    private record LossAndWeights(double loss, Map<String, float[]> weights) {}

    private static TrainingSettings settings() {
        return new TrainingSettings(
                2,
                new LearningRateSettings(0.05, new LearningRateSchedule.Cosine(), 0.5),
                new Optimizer.Settings.Sgd(0.9, 5e-4, true),
                StepSettings.plain(Precision.FP32),
                Device.CPU,
                new Seed(1),
                LoopSettingsFixtures.writing(3, 4));
    }

    private LossAndWeights train(
            TrainingData data, TrainingSettings settings, int name, RecordingObserver observer, IntConsumer memory) {
        var phases = TrainingPhases.of(ModelZoo.model("mlp", DATA.shape(), 3), data, settings.epochs());
        try (var trainer = SimulatedDevice.cpu(memory)
                .trainer(phases, settings, Checkpoints.none(), List.of(observer), _ -> {})) {
            var finished = (Trainer.Outcome.Finished) trainer.fit(() -> false);
            var file = folder.resolve("model-" + name);
            trainer.save(file, Map.of());
            return new LossAndWeights(finished.training().loss(), SavedTensors.floats(file));
        }
    }

    private List<LossAndWeights> train(List<Rank> ranks) throws Exception {
        try (var threads = Executors.newFixedThreadPool(ranks.size())) {
            var results = new ArrayList<LossAndWeights>();
            for (Future<LossAndWeights> each : threads.invokeAll(ranks)) {
                results.add(each.get());
            }
            return results;
        }
    }

    private LossAndWeights alone() {
        return train(DATA, settings(), 9, new RecordingObserver(), _ -> {});
    }

    private static void assertSame(LossAndWeights found, LossAndWeights expected) {
        assertThat(found.loss).isCloseTo(expected.loss, offset(1e-5));
        expected.weights.forEach((name, values) -> {
            var same = Objects.requireNonNull(found.weights.get(name));
            assertThat(same).as(name).containsExactly(values, offset(1e-5f));
        });
    }

    @Test
    void theSmallestMemoryDecidesForAllRanksBeforeTheFirstStep() throws Exception {
        try (var store = RendezvousStore.open(Duration.ofSeconds(30))) {
            var ample = new Rank(0, store.port(), _ -> {});
            var small = new Rank(1, store.port(), SimulatedDevice.memoryFor(5));
            var results = train(List.of(ample, small));

            assertThat(ample.microBatches.getFirst()).isEqualTo(16);
            assertThat(ample.microBatches.subList(1, ample.microBatches.size())).allMatch(count -> count <= 4);
            assertThat(small.microBatches.subList(0, 3)).containsExactly(16, 8, 4);
            assertThat(ample.observer.memory).containsExactly(new TrainingObserver.MemoryReport(0, 1, 4, 4));
            results.forEach(result -> assertSame(result, alone()));
        }
    }

    /** Nothing was sent by then, so this rank repeats its passes alone. */
    @Test
    void aRankThatRunsShortLaterDividesItsOwnShareFurther() throws Exception {
        try (var store = RendezvousStore.open(Duration.ofSeconds(30))) {
            var calls = new int[1];
            var limit = SimulatedDevice.memoryFor(8);
            var later = new Rank(1, store.port(), count -> {
                if (++calls[0] > 5) {
                    limit.accept(count);
                }
            });
            var ample = new Rank(0, store.port(), _ -> {});
            var results = train(List.of(ample, later));

            assertThat(ample.microBatches).contains(16).doesNotContain(8);
            assertThat(later.microBatches.getLast()).isLessThanOrEqualTo(8);
            results.forEach(result -> assertSame(result, alone()));
        }
    }

    @Test
    void aRankForWhichNothingFitsSaysSo() throws Exception {
        try (var store = RendezvousStore.open(Duration.ofSeconds(30))) {
            var none = new Rank(1, store.port(), SimulatedDevice.memoryFor(0));
            assertThatThrownBy(() -> train(List.of(none, new Rank(0, store.port(), _ -> {}))))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(DeviceOutOfMemoryException.class)
                    .hasMessageContaining("has too little memory for a batch of 1");
        }
    }
}
