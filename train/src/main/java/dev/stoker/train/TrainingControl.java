package dev.stoker.train;

import java.util.Optional;

/**
 * The decisions of a run: when to evaluate, report, keep a checkpoint and stop. The loop asks each at fixed points, in a fixed
 * order: after a step within an epoch whether to report, evaluate, stop by itself, stop on request, keep a checkpoint; and
 * before an epoch and each batch of an evaluation whether to stop on request. All
 * decisions but those that depend on time or on a request follow from progress alone, so in distributed training it is enough
 * that one rank makes those and all others follow.
 */
public interface TrainingControl {

    /** Why the run is over; empty where it is not. */
    Optional<LoopSettings.StopReason> stopReason(TrainingProgress progress);

    /** Whether a stop was requested, with a checkpoint to resume from. */
    boolean stopRequested(TrainingProgress progress);

    /** Whether to evaluate after a step that does not end an epoch. */
    boolean evaluatesWithinEpoch(TrainingProgress progress);

    /** Whether to evaluate at the end of an epoch; {@code after} is the progress once the epoch is counted. */
    boolean evaluatesAtEndOfEpoch(TrainingProgress progress, TrainingProgress after);

    /** Whether to keep a checkpoint after a step that does not end an epoch; one is always kept at its end. */
    boolean checkpoints(TrainingProgress progress);

    /** Whether to report a step of an epoch that has so many batches. */
    boolean reports(TrainingProgress progress, int batchesPerEpoch);

    /** Whether the present phase is over and another one follows. */
    boolean phaseIsOver(TrainingProgress progress);

    /** Whether the latest evaluation, which progress includes, is the best so far. */
    boolean isBest(TrainingProgress progress);
}
