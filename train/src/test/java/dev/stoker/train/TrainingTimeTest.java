package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.random.Seed;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TrainingTimeTest {
    private static final StripedImages DATA = new StripedImages(300, 32);
    private static final double SAVING = 0.05;
    private static final double BEFORE_EVALUATING = 0.02;

    private static void sleep(double seconds) {
        try {
            Thread.sleep(Math.round(1000 * seconds));
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Takes its time to keep a checkpoint. */
    private static final class SlowCheckpoints implements Checkpoints {
        @Override
        public Optional<TrainingProgress> latest() {
            return Optional.empty();
        }

        @Override
        public Optional<TrainingProgress> restore(Map<String, Tensor> state) {
            return Optional.empty();
        }

        @Override
        public Session open(StagingAllocator staging) {
            return () -> {};
        }

        @Override
        public void reserve(Map<String, Tensor> state, Map<String, Tensor> weights) {}

        @Override
        public void save(TrainingProgress progress, Map<String, Tensor> state) {
            sleep(SAVING);
        }

        @Override
        public void saveBest(Map<String, Tensor> weights, TrainingProgress progress, Evaluation validation) {}

        @Override
        public void finish() {}
    }

    private static final class SlowObserver implements TrainingObserver {
        private final List<EpochReport> epochs = new ArrayList<>();
        private int evaluatedBatches;

        @Override
        public void evaluating(int done, OptionalInt batches) {
            evaluatedBatches++;
            sleep(BEFORE_EVALUATING);
        }

        @Override
        public void epochFinished(EpochReport report) {
            epochs.add(report);
        }
    }

    private static TrainingSettings settings() {
        return new TrainingSettings(
                3,
                new LearningRateSettings(0.02, new LearningRateSchedule.Constant(), 0),
                new Optimizer.Settings.Sgd(0.9, 0, false),
                StepSettings.plain(Precision.FP32),
                Device.CPU,
                new Seed(1),
                LoopSettings.builder()
                        .evaluateEvery(Interval.parse("4steps"))
                        .checkpointEvery(5)
                        .build());
    }

    @Test
    void evaluationsAndCheckpointsHaveTheirSharesAndAllAddUpToTheTimeOfTheRun() {
        var observer = new SlowObserver();
        try (var trainer = new Trainer(
                ModelZoo.model("cnn", DATA.shape(), 3), settings(), DATA, new SlowCheckpoints(), List.of(observer))) {
            var finished = (Trainer.Outcome.Finished) trainer.fit(() -> false);
            var time = finished.time();
            double seconds = finished.progress().seconds();
            assertThat(time.total())
                    .isCloseTo(seconds, within(0.05 + 0.03 * seconds)); // reports are between the clocks
            assertThat(time.seconds(TimeShare.EVALUATION))
                    .isGreaterThanOrEqualTo(observer.evaluatedBatches * BEFORE_EVALUATING);
            // after steps 5, 10, 15, 20 and 25; that of step 30 is kept when the last epoch is over
            assertThat(time.seconds(TimeShare.CHECKPOINT)).isGreaterThanOrEqualTo(5 * SAVING);
            assertThat(time.seconds(TimeShare.COMPUTE)).isPositive();
            assertThat(time.seconds(TimeShare.COMMUNICATION)).isZero();
            assertThat(observer.epochs.stream()
                            .map(TrainingObserver.EpochReport::time)
                            .reduce(TimeBreakdown.NONE, TimeBreakdown::plus))
                    .isEqualTo(time);
        }
    }
}
