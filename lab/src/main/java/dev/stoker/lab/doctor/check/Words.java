package dev.stoker.lab.doctor.check;

import java.util.Locale;

/** Measured values for people. */
final class Words {
    private Words() {}

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    static String time(double seconds) {
        if (seconds >= 1) {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        return seconds >= 1e-3
                ? String.format(Locale.ROOT, "%.1f ms", 1e3 * seconds)
                : String.format(Locale.ROOT, "%.0f µs", 1e6 * seconds);
    }

    static String rate(double imagesPerSecond) {
        return String.format(Locale.ROOT, "%,.0f images/s", imagesPerSecond);
    }

    static String times(double factor) {
        return String.format(Locale.ROOT, "%.2f times", factor);
    }
}
