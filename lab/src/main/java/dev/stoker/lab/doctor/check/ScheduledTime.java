package dev.stoker.lab.doctor.check;

import dev.stoker.train.Interval;

/** What the parts of a run's schedule take, by what was measured. */
final class ScheduledTime {
    private ScheduledTime() {}

    static double evaluationSeconds(Facts facts) {
        double rate = facts.schedule().evaluation().orElse(Double.POSITIVE_INFINITY);
        return facts.schedule().validationImages() / rate;
    }

    /** Seconds of training between two occasions. */
    static double secondsBetween(Interval interval, Facts facts) {
        double step = facts.plan().imagesPerStep() / facts.rates().everything();
        return switch (interval) {
            case Interval.Epochs(int count) -> (double) count * facts.schedule().stepsPerEpoch() * step;
            case Interval.Steps(long count) -> count * step;
            case Interval.Time(double seconds) -> seconds;
        };
    }

    /** The share of evaluations in the time of a run of the plan. */
    static double evaluationShare(Facts facts) {
        return evaluationShare(facts.plan().evaluation().evaluateEvery(), facts);
    }

    static double evaluationShare(Interval every, Facts facts) {
        double evaluation = evaluationSeconds(facts);
        return evaluation / (evaluation + secondsBetween(every, facts));
    }
}
