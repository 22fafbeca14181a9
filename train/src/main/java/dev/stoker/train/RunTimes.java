package dev.stoker.train;

import dev.stoker.train.internal.input.StepTimer;
import dev.stoker.train.internal.parallel.BucketedExchange;
import dev.stoker.train.internal.parallel.RankWaits;
import java.util.Optional;

/** The times of a run: of its steps, since the present epoch began, and of all epochs together. */
final class RunTimes {
    private final StepTimer timer;
    private final Optional<RankWaits> waits;
    private TimeBreakdown beforeEpoch = TimeBreakdown.NONE;
    private TimeBreakdown total = TimeBreakdown.NONE;
    private double trainedBefore;

    RunTimes(StepTimer timer, Optional<RankWaits> waits) {
        this.timer = timer;
        this.waits = waits;
    }

    /** The run continues one that has trained for so long. */
    void resumeAfter(ElapsedTime before) {
        trainedBefore = before.training();
    }

    /** Since the epoch began, without what the device still computes. */
    TimeBreakdown ofEpoch(ThroughputClock clock) {
        return read().since(beforeEpoch, clock.sinceStart());
    }

    private TimeBreakdown read() {
        var time = timer.read();
        return waits.map(ranks -> time.withRanks(ranks.read())).orElse(time);
    }

    void add(TimeBreakdown time) {
        total = total.plus(time);
    }

    /** Something that is not a step, until the result is closed. */
    StepTimer.Pause pause(TimeShare share) {
        return timer.pause(share);
    }

    /** The last step waited for other ranks. */
    void communicated(BucketedExchange.Wait wait) {
        timer.communicated(wait.seconds(), wait.ended());
        waits.ifPresent(ranks -> ranks.waited(wait.seconds()));
    }

    void epochBegins() {
        beforeEpoch = read();
    }

    TimeBreakdown total() {
        return total;
    }

    /** Training time of all steps for which the device has been waited for. */
    ElapsedTime measured(ElapsedTime before) {
        return before.withTraining(trainedBefore + timer.training());
    }
}
