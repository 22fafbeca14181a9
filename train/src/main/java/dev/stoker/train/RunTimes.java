package dev.stoker.train;

import dev.stoker.train.internal.input.StepTimer;

/** The times of a run: of its steps, since the present epoch began, and of all epochs together. */
final class RunTimes {
    private final StepTimer timer;
    private TimeBreakdown beforeEpoch = TimeBreakdown.NONE;
    private TimeBreakdown total = TimeBreakdown.NONE;
    private double trainedBefore;

    RunTimes(StepTimer timer) {
        this.timer = timer;
    }

    /** The run continues one that has trained for so long. */
    void resumeAfter(ElapsedTime before) {
        trainedBefore = before.training();
    }

    /** Since the epoch began, without what the device still computes. */
    TimeBreakdown ofEpoch(ThroughputClock clock) {
        return timer.read().since(beforeEpoch, clock.sinceStart());
    }

    void add(TimeBreakdown time) {
        total = total.plus(time);
    }

    /** Something that is not a step, until the result is closed. */
    StepTimer.Pause pause(TimeShare share) {
        return timer.pause(share);
    }

    void epochBegins() {
        beforeEpoch = timer.read();
    }

    TimeBreakdown total() {
        return total;
    }

    /** Training time of all steps for which the device has been waited for. */
    ElapsedTime measured(ElapsedTime before) {
        return before.withTraining(trainedBefore + timer.training());
    }
}
