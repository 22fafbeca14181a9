package dev.stoker.job.option;

import dev.stoker.train.Interval;
import java.time.Duration;

/** Intervals such as {@code 2epochs}, {@code 500steps} and {@code 10min}. */
record IntervalParser() implements ValueParser<Interval> {
    @Override
    public Interval parse(String text) {
        try {
            return Interval.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("such as 2epochs, 500steps or 10min", wrong);
        }
    }

    @Override
    public String text(Interval value) {
        return switch (value) {
            case Interval.Epochs(int count) -> count + (count == 1 ? "epoch" : "epochs");
            case Interval.Steps(long count) -> count + (count == 1 ? "step" : "steps");
            case Interval.Time(double seconds) -> new DurationParser().text(Duration.ofSeconds((long) seconds));
        };
    }
}
