package dev.stoker.train.internal.parallel;

import dev.stoker.tensor.collective.Communicator;
import dev.stoker.train.Interval;
import dev.stoker.train.LoopSettings;
import dev.stoker.train.TrainingControl;
import dev.stoker.train.TrainingProgress;
import java.util.List;
import java.util.Optional;

/**
 * The decisions of a run on several ranks. What follows from progress is the same on all of them. What depends on a clock is
 * decided by that of rank 0.
 */
public final class AgreedTrainingControl implements TrainingControl {
    private static final List<LoopSettings.StopReason> REASONS = List.of(LoopSettings.StopReason.values());
    private static final int NONE = -1;

    private final TrainingControl own;
    private final Communicator communicator;
    private final AgreedStop stop;
    private final boolean byClock;

    /** {@code loop} tells whether anything depends on a clock. */
    public AgreedTrainingControl(TrainingControl own, LoopSettings loop, AgreedStop stop, Communicator communicator) {
        this.own = own;
        this.stop = stop;
        this.communicator = communicator;
        byClock = loop.maxSeconds() > 0 || loop.evaluateEvery() instanceof Interval.Time;
    }

    @Override
    public Optional<LoopSettings.StopReason> stopReason(TrainingProgress progress) {
        var reason = own.stopReason(progress);
        if (!byClock) {
            return reason;
        }
        int answer = ofFirst(reason.map(REASONS::indexOf).orElse(NONE) + 1);
        return answer == 0 ? Optional.empty() : Optional.of(REASONS.get(answer - 1));
    }

    /** The answer of rank 0. */
    private int ofFirst(int answer) {
        return Math.toIntExact(
                communicator.startMaximum(communicator.rank() == 0 ? answer : 0).join()[0]);
    }

    @Override
    public boolean stopRequested(TrainingProgress progress) {
        return stop.getAsBoolean();
    }

    @Override
    public boolean evaluatesWithinEpoch(TrainingProgress progress) {
        boolean due = own.evaluatesWithinEpoch(progress);
        return byClock ? ofFirst(due ? 1 : 0) > 0 : due;
    }

    @Override
    public boolean evaluatesAtEndOfEpoch(TrainingProgress progress, TrainingProgress after) {
        boolean due = own.evaluatesAtEndOfEpoch(progress, after);
        return byClock ? ofFirst(due ? 1 : 0) > 0 : due;
    }

    @Override
    public boolean checkpoints(TrainingProgress progress) {
        return own.checkpoints(progress);
    }

    @Override
    public boolean reports(TrainingProgress progress, int batchesPerEpoch) {
        return own.reports(progress, batchesPerEpoch);
    }

    @Override
    public boolean phaseIsOver(TrainingProgress progress) {
        return own.phaseIsOver(progress);
    }

    @Override
    public boolean isBest(TrainingProgress progress) {
        return own.isBest(progress);
    }
}
