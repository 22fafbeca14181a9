package dev.stoker.datasets;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A random share of the images of the first {@code classes} classes. The same seed selects the same images, and a larger
 * share contains a smaller one. Labels do not change.
 */
public record DatasetSubset(double share, int classes) {
    public DatasetSubset {
        if (!(share > 0 && share <= 1) || classes < 1) {
            throw new IllegalArgumentException(
                    "a subset is a share above 0 and at most 1 of at least 1 class, got %s of %d"
                            .formatted(share, classes));
        }
    }

    /** The subset of a split; a class without a selected image is an error. */
    public DatasetSplit of(DatasetSplit split, List<String> names, Seed seed) {
        if (share == 1 && classes >= names.size()) {
            return split;
        }
        int[] shuffled = shuffled(split.size(), seed);
        int[] candidates = classes >= names.size() ? shuffled : ofClasses(split, shuffled);
        int count = (int) Math.round(share * candidates.length);
        int[] chosen = Arrays.copyOf(candidates, count);
        refuseMissingClass(split, chosen, names);
        Arrays.sort(chosen); // neighbors in a file stay neighbors
        return split.select(chosen);
    }

    private static int[] shuffled(int size, Seed seed) {
        var order = new Permutation(size, seed);
        return IntStream.range(0, size).map(i -> (int) order.at(i)).toArray();
    }

    private int[] ofClasses(DatasetSplit split, int[] samples) {
        var kept = IntStream.builder();
        int[] at = {0};
        split.labels(samples, label -> {
            if (label < classes) {
                kept.add(samples[at[0]]);
            }
            at[0]++;
            return true;
        });
        return kept.build().toArray();
    }

    /** Reads few labels, since samples are shuffled, unless a class is indeed missing. */
    private void refuseMissingClass(DatasetSplit split, int[] chosen, List<String> names) {
        int wanted = Math.min(classes, names.size());
        var seen = new BitSet(wanted);
        split.labels(chosen, label -> {
            seen.set(label);
            return seen.cardinality() < wanted;
        });
        int missing = seen.nextClearBit(0);
        if (missing < wanted) {
            throw new StokerException(
                            "the subset of %,d of %,d images has none of class '%s'; use a larger share or another seed"
                                    .formatted(chosen.length, split.size(), names.get(missing)))
                    .about("seed");
        }
    }
}
