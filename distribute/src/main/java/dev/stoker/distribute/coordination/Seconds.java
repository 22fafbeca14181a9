package dev.stoker.distribute.coordination;

import java.time.Duration;
import java.util.Locale;

/** Durations in sentences: {@code 30 s}, {@code 0.5 s}. */
final class Seconds {
    private Seconds() {}

    static String of(Duration duration) {
        return duration.toMillis() % 1000 == 0
                ? "%d s".formatted(duration.toSeconds())
                : String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
