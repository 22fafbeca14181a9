package dev.stoker.datasets;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A share of the images of the first so many classes, by a seed alone: whoever asks again gets the same, and a larger share
 * holds the smaller one. Labels stay as they are.
 */
public record DatasetSubset(double share, int classes) {
    public DatasetSubset {
        if (!(share > 0 && share <= 1) || classes < 1) {
            throw new IllegalArgumentException(
                    "a subset is a share above 0 and at most 1 of at least 1 class, got %s of %d"
                            .formatted(share, classes));
        }
    }

    /** The part of a set of classes; a class that has no image left is an error. */
    public DatasetSplit of(DatasetSplit part, List<String> names, Seed seed) {
        if (share == 1 && classes >= names.size()) {
            return part;
        }
        int[] shuffled = shuffled(part.size(), seed);
        int[] candidates = classes >= names.size() ? shuffled : ofClasses(part, shuffled);
        int count = (int) Math.round(share * candidates.length);
        int[] chosen = Arrays.copyOf(candidates, count);
        refuseMissingClass(part, chosen, names);
        Arrays.sort(chosen); // neighbors in a file stay neighbors
        return part.select(chosen);
    }

    private static int[] shuffled(int size, Seed seed) {
        var order = new Permutation(size, seed);
        return IntStream.range(0, size).map(i -> (int) order.at(i)).toArray();
    }

    private int[] ofClasses(DatasetSplit part, int[] samples) {
        var kept = IntStream.builder();
        int[] at = {0};
        part.labels(samples, label -> {
            if (label < classes) {
                kept.add(samples[at[0]]);
            }
            at[0]++;
            return true;
        });
        return kept.build().toArray();
    }

    /** Few labels are looked at, since samples come shuffled, unless a class has indeed vanished. */
    private void refuseMissingClass(DatasetSplit part, int[] chosen, List<String> names) {
        int wanted = Math.min(classes, names.size());
        var seen = new BitSet(wanted);
        part.labels(chosen, label -> {
            seen.set(label);
            return seen.cardinality() < wanted;
        });
        int missing = seen.nextClearBit(0);
        if (missing < wanted) {
            throw new StokerException(
                    "class '%s' vanishes from the sample: %,d of %,d images, and none of them shows it; take a larger"
                                    .formatted(names.get(missing), chosen.length, part.size())
                            + " share, or another --seed");
        }
    }
}
