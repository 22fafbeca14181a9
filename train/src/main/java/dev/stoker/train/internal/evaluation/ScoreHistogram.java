package dev.stoker.train.internal.evaluation;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.evaluation.MultiLabelMetrics.ClassScore;

/**
 * How many samples with and without a class have logits within each of many narrow bins. Counts add up over batches and ranks in any order, and
 * average precision follows from them but for samples within one bin, which count as equal.
 */
final class ScoreHistogram {
    /** Probabilities beyond these logits are 0 and 1 but for 1e-7. */
    private static final int WIDEST = 16;

    private static final int BINS_PER_UNIT = 64;
    private static final int BINS = 2 * WIDEST * BINS_PER_UNIT;
    private static final int HALF = BINS / 2;

    private ScoreHistogram() {}

    /** Counters of so many classes. */
    static long cells(int classes) {
        return 2L * BINS * classes;
    }

    /** Adds a batch to the counters, which are float64. */
    static void add(Tensor counters, Tensor logits, Tensor targets) {
        long classes = logits.sizes()[1];
        var bins = logits.bins(-WIDEST, BINS_PER_UNIT, BINS);
        var cells = firstCells(logits, classes)
                .plus(targets.to(DataType.INT64, targets.device()).timesWhole(BINS))
                .plus(bins)
                .flatten(0);
        counters.addAtInPlace(
                cells,
                Tensor.zeros(DataType.FLOAT64, counters.device(), cells.elements())
                        .fillInPlace(1));
    }

    private static Tensor firstCells(Tensor logits, long classes) {
        return Tensor.range(classes, logits.device()).timesWhole(2L * BINS);
    }

    /** The score of a class whose counters start at {@code from}: first those of samples without it. */
    static ClassScore score(int label, double[] counters, int from) {
        long images = 0;
        for (int bin = 0; bin < BINS; bin++) {
            images += (long) counters[from + BINS + bin];
        }
        long found = 0;
        long correct = 0;
        long foundAtHalf = 0;
        long correctAtHalf = 0;
        double precision = 0;
        for (int bin = BINS - 1; bin >= 0; bin--) {
            long more = (long) counters[from + BINS + bin];
            correct += more;
            found += more + (long) counters[from + bin];
            precision += more == 0 ? 0 : more * (correct / (double) found);
            if (bin == HALF) {
                foundAtHalf = found;
                correctAtHalf = correct;
            }
        }
        return new ClassScore(label, images, foundAtHalf, correctAtHalf, images == 0 ? 0 : precision / images);
    }
}
