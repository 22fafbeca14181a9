package dev.stoker.train;

import java.util.Optional;

/**
 * When to evaluate, to report and to keep a checkpoint, and when to end before the last epoch: after so many steps, so many
 * seconds, or so many evaluations in a row that were better in nothing. A limit of 0 is none.
 *
 * @param logEvery steps between reports
 * @param checkpointEvery steps between checkpoints, besides those at the end of epochs
 */
public record LoopSettings(
        Interval evaluateEvery,
        Views views,
        long maxSteps,
        double maxSeconds,
        int stopAfter,
        int logEvery,
        int checkpointEvery) {
    /** Why a run is over. */
    public enum End {
        ALL_EPOCHS,
        MAX_STEPS,
        MAX_TIME,
        NO_IMPROVEMENT
    }

    public LoopSettings {
        if (maxSteps < 0 || !(maxSeconds >= 0) || stopAfter < 0) {
            throw new IllegalArgumentException("limits cannot be negative, got %d steps, %s s and %d evaluations"
                    .formatted(maxSteps, maxSeconds, stopAfter));
        }
        if (logEvery < 1 || checkpointEvery < 1) {
            throw new IllegalArgumentException("reports and checkpoints are at least 1 step apart, got %d and %d"
                    .formatted(logEvery, checkpointEvery));
        }
    }

    Optional<End> end(Progress progress, int epochs) {
        if (progress.epoch() >= epochs) {
            return Optional.of(End.ALL_EPOCHS);
        }
        if (maxSteps > 0 && progress.step() >= maxSteps) {
            return Optional.of(End.MAX_STEPS);
        }
        if (maxSeconds > 0 && progress.seconds() >= maxSeconds) {
            return Optional.of(End.MAX_TIME);
        }
        return stopAfter > 0 && progress.standing().withoutImprovement() >= stopAfter
                ? Optional.of(End.NO_IMPROVEMENT)
                : Optional.empty();
    }

    /** The steps of a run whose epochs have so many. */
    long steps(long all) {
        return maxSteps == 0 ? all : Math.min(all, maxSteps);
    }
}
