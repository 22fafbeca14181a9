package dev.stoker.train;

import dev.stoker.train.LoopSettings.StopReason;
import java.util.Optional;

/** Decides when a run is over: after all epochs, at a limit of steps or seconds, or by early stopping. */
record StoppingCriteria(int epochs, LoopSettings limits) {
    /** Why the run is over; empty where it is not. */
    Optional<StopReason> reason(TrainingProgress progress) {
        if (progress.epoch() >= epochs) {
            return Optional.of(StopReason.ALL_EPOCHS);
        }
        if (limits.maxSteps() > 0 && progress.step() >= limits.maxSteps()) {
            return Optional.of(StopReason.MAX_STEPS);
        }
        if (limits.maxSeconds() > 0 && progress.seconds() >= limits.maxSeconds()) {
            return Optional.of(StopReason.MAX_TIME);
        }
        int patience = limits.earlyStoppingPatience();
        return patience > 0 && progress.bestSoFar().withoutImprovement() >= patience
                ? Optional.of(StopReason.NO_IMPROVEMENT)
                : Optional.empty();
    }
}
