package dev.stoker.job.option;

import dev.stoker.train.Interval;
import java.time.Duration;

/** Times such as {@code 90s}, {@code 90min} and {@code 2h}; written in the largest unit that divides them. */
record DurationParser() implements ValueParser<Duration> {
    @Override
    public Duration parse(String text) {
        try {
            if (Interval.parse(text) instanceof Interval.Time(double seconds)) {
                return Duration.ofSeconds((long) seconds); // texts hold whole seconds only
            }
        } catch (IllegalArgumentException _) {
            // refused below, with what was expected
        }
        throw new IllegalArgumentException("a time such as 90min or 2h");
    }

    @Override
    public String text(Duration value) {
        long seconds = value.toSeconds();
        if (seconds % 60 != 0) {
            return seconds + "s";
        }
        return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds / 60 + "min";
    }
}
