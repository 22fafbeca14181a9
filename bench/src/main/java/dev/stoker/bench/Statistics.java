package dev.stoker.bench;

import java.util.List;

/** What measurements are summarized by. */
final class Statistics {
    private Statistics() {}

    /** The upper median; 0 for no values. */
    static double median(List<Double> values) {
        return values.isEmpty() ? 0 : values.stream().sorted().toList().get(values.size() / 2);
    }
}
