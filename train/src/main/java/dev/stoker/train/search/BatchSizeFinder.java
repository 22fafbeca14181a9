package dev.stoker.train.search;

import dev.stoker.core.StokerException;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Finds the largest batch size that fits and the fastest: powers of two as long as they fit, then multiples of eight around
 * the fastest and between the last that fits and the first that does not.
 */
public final class BatchSizeFinder {
    private static final int MULTIPLE = 8;
    private static final int PATIENCE = 2;
    private static final double FASTER = 1.02;
    private static final double AS_FAST = 0.97;

    private final BatchSizeTrial trial;
    private final int most;
    private final Consumer<BatchSizeMeasurement> tried;
    private final BooleanSupplier stopRequested;
    private final NavigableMap<Integer, BatchSizeMeasurement> points = new TreeMap<>();
    private int tooLarge = Integer.MAX_VALUE;

    private BatchSizeFinder(
            BatchSizeTrial trial, int most, Consumer<BatchSizeMeasurement> tried, BooleanSupplier stopRequested) {
        this.trial = trial;
        this.most = most;
        this.tried = tried;
        this.stopRequested = stopRequested;
    }

    /**
     * What was found.
     *
     * @param points what was measured, by size
     * @param largest the largest that fits, to within about a sixteenth
     * @param memoryIsTheLimit whether a larger one does not fit, as opposed to the end of the search range
     * @param fastest the one with the most images per second
     * @param suggestion the smallest that is about as fast: larger ones make fewer updates for as many images
     */
    public record Result(
            List<BatchSizeMeasurement> points, int largest, boolean memoryIsTheLimit, int fastest, int suggestion) {
        public Result {
            points = List.copyOf(points);
        }
    }

    /** Tries sizes up to {@code most}; a size of 1 that does not fit is an error. */
    public static Result run(
            BatchSizeFinderSettings settings,
            int most,
            Consumer<BatchSizeMeasurement> tried,
            BooleanSupplier stopRequested) {
        return run(new DeviceBatchSizeTrial(settings), most, tried, stopRequested);
    }

    static Result run(
            BatchSizeTrial trial, int most, Consumer<BatchSizeMeasurement> tried, BooleanSupplier stopRequested) {
        return new BatchSizeFinder(trial, most, tried, stopRequested).result();
    }

    private Result result() {
        tryPowersOfTwo();
        if (points.isEmpty()) {
            throw new StokerException(
                            "not even a batch of 1 fits into the memory; use a smaller model, smaller images or"
                                    + " a 16-bit precision")
                    .about("model", "size", "precision");
        }
        tryAround(fastest());
        int largest = trial.isSlow() ? largestByEstimate() : largestByTrying();
        int fastest = fastest();
        double enough = AS_FAST * speed(fastest);
        int suggestion = points.values().stream()
                .filter(point -> point.imagesPerSecond() >= enough)
                .mapToInt(BatchSizeMeasurement::batch)
                .min()
                .orElse(fastest);
        boolean limited = tooLarge < Integer.MAX_VALUE || largest + MULTIPLE <= most;
        return new Result(List.copyOf(points.values()), largest, limited, fastest, suggestion);
    }

    /** Powers of two from eight on, or below where eight does not fit. */
    private void tryPowersOfTwo() {
        int first = Math.min(MULTIPLE, Integer.highestOneBit(most));
        while (first >= 1 && !fits(first)) {
            first /= 2;
        }
        int best = first;
        for (int batch = 2 * first; first > 0 && batch <= most && batch < tooLarge; batch *= 2) {
            if (!fits(batch) || (trial.isSlow() && batch >= best << PATIENCE && speed(batch) < FASTER * speed(best))) {
                return;
            }
            best = speed(batch) > FASTER * speed(best) ? batch : best;
        }
    }

    private void tryAround(int fastest) {
        for (int batch : List.of(fastest / 4 * 3, fastest / 2 * 3)) {
            if (batch % MULTIPLE == 0 && batch <= most && batch < tooLarge) {
                fits(batch);
            }
        }
    }

    private int largestByTrying() {
        int end = most - most % MULTIPLE;
        if (tooLarge == Integer.MAX_VALUE && end > points.lastKey()) {
            fits(end);
        }
        while (tooLarge < Integer.MAX_VALUE
                && tooLarge - points.lastKey() > Math.max(MULTIPLE, points.lastKey() / 16)) {
            int middle = (points.lastKey() + tooLarge) / 2;
            fits(middle - middle % MULTIPLE);
        }
        return points.lastKey();
    }

    /** Nothing is run, so the result may be exact. */
    private int largestByEstimate() {
        int low = points.lastKey();
        int high = Math.max(low, most - most % MULTIPLE);
        while (low < high) {
            int middle = low + Math.max(MULTIPLE, (high - low) / 2 / MULTIPLE * MULTIPLE);
            if (middle > high || trial.isTooLarge(middle)) {
                high = Math.max(low, Math.min(high, middle) - MULTIPLE);
            } else {
                low = middle;
            }
        }
        return low;
    }

    private boolean fits(int batch) {
        if (points.containsKey(batch)) {
            return true;
        }
        if (stopRequested.getAsBoolean()) {
            throw new StokerException("the search was stopped before it tried a batch of " + batch);
        }
        var point = trial.isTooLarge(batch) ? Optional.<BatchSizeMeasurement>empty() : trial.measure(batch);
        point.ifPresentOrElse(
                found -> {
                    points.put(batch, found);
                    tried.accept(found);
                },
                () -> tooLarge = Math.min(tooLarge, batch));
        return point.isPresent();
    }

    private double speed(int batch) {
        var point = points.get(batch);
        return point == null ? 0 : point.imagesPerSecond();
    }

    private int fastest() {
        return points.values().stream()
                .max(Comparator.comparingDouble(BatchSizeMeasurement::imagesPerSecond))
                .orElseThrow()
                .batch();
    }
}
