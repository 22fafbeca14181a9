package dev.stoker.optimize.quantize;

import dev.stoker.core.StokerException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The values of tensors on some images, from which their ranges follow. */
public final class Calibration {
    /** How a range is found. */
    public enum Method {
        /** All values are in it. */
        MIN_MAX,
        /** All but one of ten thousand: an outlier does not cost the others their precision. */
        PERCENTILE,
        /** Up to the magnitude at which the distribution of bytes is nearest to that of floats, by Kullback-Leibler divergence. */
        ENTROPY
    }

    private static final double OUTSIDE = 1e-4;
    private static final int KEPT = 1 << 16;
    private static final int LEVELS = 256;

    private final Map<String, Values> values = new LinkedHashMap<>();

    /** The extremes, and a sample at even distances. */
    private static final class Values {
        private float low = Float.POSITIVE_INFINITY;
        private float high = Float.NEGATIVE_INFINITY;
        private final float[] sample = new float[KEPT];
        private final MagnitudeHistogram magnitudes = new MagnitudeHistogram();
        private int count;
        private long distance = 1;
        private long next;
        private long seen;

        void add(float... more) {
            for (float value : more) {
                low = Math.min(low, value);
                high = Math.max(high, value);
                magnitudes.add(value);
                if (seen++ == next) {
                    keep(value);
                }
            }
        }

        private void keep(float value) {
            if (count == KEPT) { // every second one stays
                for (int i = 0; i < KEPT / 2; i++) {
                    sample[i] = sample[2 * i];
                }
                count = KEPT / 2;
                distance *= 2;
            }
            sample[count++] = value;
            next += distance;
        }

        ValueRange range(Method method) {
            return switch (method) {
                case MIN_MAX -> new ValueRange(low, high);
                case PERCENTILE -> {
                    float[] sorted = Arrays.copyOf(sample, count);
                    Arrays.sort(sorted);
                    int outside = (int) (OUTSIDE * count);
                    yield new ValueRange(sorted[outside], sorted[count - 1 - outside]);
                }
                case ENTROPY -> {
                    int levels = low < 0 && high > 0 ? LEVELS / 2 : LEVELS; // on each side of 0
                    double threshold = new EntropyThreshold(levels).of(magnitudes);
                    yield new ValueRange((float) Math.max(low, -threshold), (float) Math.min(high, threshold));
                }
            };
        }
    }

    /** The tensors of one batch, by their names. */
    public void add(Map<String, float[]> tensors) {
        tensors.forEach((name, content) ->
                values.computeIfAbsent(name, _ -> new Values()).add(content));
    }

    /** The range of each tensor. */
    public Map<String, ValueRange> ranges(Method method) {
        values.forEach((name, each) -> {
            if (!Float.isFinite(each.low) || !Float.isFinite(each.high)) {
                throw new StokerException(
                        "values of %s are NaN or infinite, so they have no range: the training diverged"
                                .formatted(name));
            }
        });
        return ranges(method, values.keySet());
    }

    /** The range of some tensors. */
    public Map<String, ValueRange> ranges(Method method, Set<String> names) {
        return values.entrySet().stream()
                .filter(entry -> names.contains(entry.getKey()))
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().range(method)));
    }
}
