package dev.stoker.train;

import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The decisions of a run in one process: by its settings, its phases and its own clock. */
record LocalTrainingControl(LoopSettings loop, TrainingPhases phases, int epochs, BooleanSupplier stop)
        implements TrainingControl {
    @Override
    public Optional<LoopSettings.StopReason> stopReason(TrainingProgress progress) {
        return new StoppingCriteria(epochs, loop).reason(progress);
    }

    @Override
    public boolean stopRequested(TrainingProgress progress) {
        return stop.getAsBoolean();
    }

    @Override
    public boolean evaluatesWithinEpoch(TrainingProgress progress) {
        return loop.evaluateEvery().isDue(progress, false);
    }

    /** When it is due, and at the last opportunity of a phase or run. */
    @Override
    public boolean evaluatesAtEndOfEpoch(TrainingProgress progress, TrainingProgress after) {
        return loop.evaluateEvery().isDue(progress, true) || stopReason(after).isPresent() || phaseIsOver(after);
    }

    @Override
    public boolean checkpoints(TrainingProgress progress) {
        return progress.step() % loop.checkpointEvery() == 0;
    }

    @Override
    public boolean reports(TrainingProgress progress, int batchesPerEpoch) {
        return progress.step() % loop.logEvery() == 0 || progress.batch() == batchesPerEpoch;
    }

    @Override
    public boolean phaseIsOver(TrainingProgress progress) {
        return phases.isOver(progress);
    }

    @Override
    public boolean isBest(TrainingProgress progress) {
        return progress.bestSoFar().bestStep() == progress.step();
    }
}
