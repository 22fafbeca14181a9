package dev.stoker.train.internal.measure;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.DeviceTimer;
import dev.stoker.train.internal.step.RunningMetrics;
import dev.stoker.train.internal.step.StepResources;
import dev.stoker.train.internal.step.TrainingStep;
import dev.stoker.train.step.StepSettings;
import java.util.OptionalDouble;

/**
 * A second step of a trainer, captured where that is possible whatever its settings say, with weights of its own: what is
 * measured of it leaves the graphs and gradients of the first one alone. It reads the same input.
 */
final class SpareStep implements AutoCloseable {
    private static final int REPLAYS = 20;

    private final MeasuredTrainer trainer;
    private final TensorScope scope;
    private final TrainingStep step;
    private boolean capturesHalfBatches;

    private SpareStep(MeasuredTrainer trainer) {
        this.trainer = trainer;
        scope = TensorScope.open("spare step");
        try {
            step = step(trainer);
        } catch (RuntimeException failure) {
            scope.close();
            throw failure;
        }
    }

    private static TrainingStep step(MeasuredTrainer trainer) {
        var settings = trainer.settings();
        var resources = new StepResources(
                trainer.resources().trainingDevice(),
                trainer.stream(),
                Weights.initial(trainer.model(), settings.seed().forPurpose("weights"), settings.device()),
                new RunningMetrics(settings.device()));
        var captured = settings.step().withoutHalving().toBuilder()
                .capture(StepSettings.Capture.AUTO)
                .build();
        return new TrainingStep(
                resources, trainer.model(), trainer.input(), settings.optimizer(), captured, settings.seed());
    }

    /** Runs it on the full batch in the input until it is captured. */
    static SpareStep captured(MeasuredTrainer trainer) {
        var spare = new SpareStep(trainer);
        try {
            spare.step.warmUp(trainer.nextContext());
            return spare;
        } catch (RuntimeException failure) {
            spare.close();
            throw failure;
        }
    }

    /** Runs it on the batch in the input, which is half of a full one, until that is captured, too. */
    void captureHalfBatches() {
        if (!capturesHalfBatches) {
            capturesHalfBatches = true;
            step.warmUp(trainer.nextContext());
        }
    }

    void run() {
        step.run(trainer.nextContext());
    }

    /** Of a full batch; empty where it cannot be captured. */
    OptionalDouble replaySeconds() {
        return step.isCaptured() ? OptionalDouble.of(replaySeconds(step, trainer.stream())) : OptionalDouble.empty();
    }

    /** What a captured step takes on the device, replayed back to back. */
    static double replaySeconds(TrainingStep captured, DeviceStream stream) {
        double milliseconds = DeviceTimer.milliseconds(stream, () -> {
            for (int i = 0; i < REPLAYS; i++) {
                captured.replay();
            }
        });
        return 1e-3 * milliseconds / REPLAYS;
    }

    @Override
    public void close() {
        step.close();
        scope.close();
    }
}
