package dev.stoker.train.internal.measure;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceTimer;
import dev.stoker.train.internal.step.RunningMetrics;
import dev.stoker.train.internal.step.StepResources;
import dev.stoker.train.internal.step.TrainingStep;
import dev.stoker.train.step.StepSettings;

/**
 * A second step of a trainer, captured where that is possible whatever its settings say, with weights of its own: what is
 * measured of it leaves the graphs and gradients of the first one alone. It reads the same input.
 */
final class SpareStep implements AutoCloseable {
    private static final int REPLAYS = 20;

    private final MeasuredTrainer trainer;
    private final TensorScope scope;
    private final TrainingStep step;

    SpareStep(MeasuredTrainer trainer) {
        this.trainer = trainer;
        scope = TensorScope.open("spare step");
        try {
            var device = trainer.settings().device();
            var seed = trainer.settings().seed();
            var resources = new StepResources(
                    trainer.resources().trainingDevice(),
                    trainer.stream(),
                    Weights.initial(trainer.model(), seed.forPurpose("weights"), device),
                    new RunningMetrics(device));
            var captured = trainer.settings().step().withoutHalving().toBuilder()
                    .capture(StepSettings.Capture.AUTO)
                    .build();
            step = new TrainingStep(
                    resources,
                    trainer.model(),
                    trainer.input(),
                    trainer.settings().optimizer(),
                    captured,
                    seed);
        } catch (RuntimeException failure) {
            scope.close();
            throw failure;
        }
    }

    /** Runs the step on the batch in the input until it is captured. */
    void warmUp() {
        step.warmUp(trainer.nextContext());
    }

    boolean isCaptured() {
        return step.isCaptured();
    }

    void run() {
        step.run(trainer.nextContext());
    }

    /** Of a captured step on a full batch, replayed back to back. */
    double replaySeconds() {
        return 1e-3
                * DeviceTimer.milliseconds(trainer.stream(), () -> {
                    for (int i = 0; i < REPLAYS; i++) {
                        step.replay();
                    }
                })
                / REPLAYS;
    }

    @Override
    public void close() {
        step.close();
        scope.close();
    }
}
