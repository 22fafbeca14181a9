package dev.stoker.train;

import java.util.regex.Pattern;

/** How often something happens in a run: every so many epochs or steps, or after so much time. */
public sealed interface Interval {
    Pattern TEXT = Pattern.compile("(\\d{1,9})\\s?(epochs?|steps?|s|min|h)");

    record Epochs(int count) implements Interval {
        public Epochs {
            positive(count > 0);
        }
    }

    record Steps(long count) implements Interval {
        public Steps {
            positive(count > 0);
        }
    }

    record Time(double seconds) implements Interval {
        public Time {
            positive(seconds > 0 && Double.isFinite(seconds));
        }
    }

    /** Reads {@code 2epochs}, {@code 500steps}, {@code 90s}, {@code 10min} or {@code 2h}. */
    static Interval parse(String text) {
        var matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("such as 2epochs, 500steps or 10min");
        }
        int count = Integer.parseInt(matcher.group(1));
        return switch (matcher.group(2)) {
            case "epoch", "epochs" -> new Epochs(count);
            case "step", "steps" -> new Steps(count);
            case "s" -> new Time(count);
            case "min" -> new Time(60.0 * count);
            default -> new Time(3600.0 * count);
        };
    }

    /** Whether it is due, within an epoch or at its end. */
    default boolean isDue(TrainingProgress progress, boolean endOfEpoch) {
        return switch (this) {
            case Epochs(int count) -> endOfEpoch && (progress.epoch() + 1) % count == 0;
            case Steps(long count) -> progress.step() % count == 0;
            case Time(double seconds) ->
                progress.seconds() - progress.bestSoFar().evaluatedAt() >= seconds;
        };
    }

    private static void positive(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException("more than 0");
        }
    }
}
