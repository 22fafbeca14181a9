package dev.stoker.bench.soak;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A line through values at equal distances, by the median of the slopes between all pairs of them (Theil and Sen): a few high
 * or low values do not turn it. Resident memory falls when freed memory goes back to the kernel and rises again at a speed that
 * depends on what else the machine does, so that the highest of ten medians is above the first even where nothing grows.
 */
record Trend(double from, double to) {
    static Trend of(List<Long> values) {
        double slope = median(IntStream.range(0, values.size())
                .boxed()
                .flatMapToDouble(i -> IntStream.range(i + 1, values.size())
                        .mapToDouble(j -> (values.get(j) - values.get(i)) / (double) (j - i))));
        double start = median(IntStream.range(0, values.size()).mapToDouble(i -> values.get(i) - slope * i));
        return new Trend(start, start + slope * (values.size() - 1));
    }

    /** From the first value to the last one, as a share of the first. */
    double growth() {
        return to / from - 1;
    }

    private static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int half = sorted.length / 2;
        if (sorted.length == 0) {
            return 0;
        }
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
