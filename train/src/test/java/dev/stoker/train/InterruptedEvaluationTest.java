package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.random.Seed;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ten batches in an epoch, and as many in an evaluation. */
class InterruptedEvaluationTest {
    private static final StripedImages DATA = new StripedImages(60, 6);

    @TempDir
    Path folder;

    /** Asks to stop in the evaluation of this number, counted from 1, after some batches. */
    private static final class StopInEvaluation extends RecordingObserver implements BooleanSupplier {
        private final int number;
        private int begun;
        private boolean stop;

        StopInEvaluation(int number) {
            this.number = number;
        }

        @Override
        public void evaluating(int done, OptionalInt batches) {
            begun += done == 0 ? 1 : 0;
            stop = begun == number && done >= 3;
        }

        @Override
        public boolean getAsBoolean() {
            return stop;
        }
    }

    private Trainer.Outcome train(String run, LoopSettings loop, StopInEvaluation observer) throws IOException {
        var settings = new TrainingSettings(
                2,
                new LearningRateSettings(0.02, new LearningRateSchedule.Constant(), 0),
                new Optimizer.Settings.Sgd(0.9, 0, false),
                StepSettings.plain(Precision.FP32),
                Device.CPU,
                new Seed(1),
                loop);
        var checkpoints = new SafetensorsCheckpoints(
                Files.createDirectories(folder.resolve(run)),
                2,
                Optional.of(folder.resolve(run).resolve("best")));
        try (var trainer =
                new Trainer(ModelZoo.model("cnn", DATA.shape(), 3), settings, DATA, checkpoints, List.of(observer))) {
            var outcome = trainer.fit(observer);
            trainer.save(folder.resolve(run).resolve("model"), Map.of());
            return outcome;
        }
    }

    /** Within an epoch, at its end, at the end of the run, and where the run ends within an epoch. */
    @ParameterizedTest
    @CsvSource({"4steps, 0, 1, 4", "1epochs, 0, 1, 10", "1epochs, 0, 2, 20", "4steps, 13, 4, 13", "5steps, 0, 2, 10"})
    void aRunStoppedInAnEvaluationRepeatsItAndEndsWithTheSameBits(String every, int maxSteps, int number, long step)
            throws IOException {
        var loop = LoopSettings.builder()
                .evaluateEvery(Interval.parse(every))
                .maxSteps(maxSteps)
                .earlyStoppingPatience(50)
                .build();
        var whole = new StopInEvaluation(0);
        var finished = (Trainer.Outcome.Finished) train("whole", loop, whole);
        var before = new StopInEvaluation(number);
        assertThat(train("parts", loop, before))
                .isInstanceOfSatisfying(
                        Trainer.Outcome.Stopped.class,
                        stopped -> assertThat(stopped.progress().step()).isEqualTo(step));
        assertThat(before.evaluatedSteps()).doesNotContain(step);
        var after = new StopInEvaluation(0);
        var resumed = (Trainer.Outcome.Finished) train("parts", loop, after);
        assertThat(after.evaluatedSteps())
                .isEqualTo(whole.evaluatedSteps().subList(number - 1, whole.evaluations.size()));
        assertThat(before.epochs.size() + after.epochs.size()).isEqualTo(whole.epochs.size());
        assertThat(resumed.progress().bestSoFar().withoutImprovement())
                .isEqualTo(finished.progress().bestSoFar().withoutImprovement());
        for (String file : List.of("model", "best")) {
            assertThat(folder.resolve("parts").resolve(file))
                    .hasSameBinaryContentAs(folder.resolve("whole").resolve(file));
        }
    }
}
