package dev.stoker.datasets;

import dev.stoker.core.Permutation;
import dev.stoker.core.Seed;
import dev.stoker.core.StokerException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A share of the pictures of the first so many classes, by a seed alone: whoever asks again gets the same, and a larger share
 * holds the smaller one. Labels stay as they are.
 */
public record Subset(double share, int classes) {
    public Subset {
        if (!(share > 0 && share <= 1) || classes < 1) {
            throw new IllegalArgumentException(
                    "a subset is a share above 0 and at most 1 of at least 1 class, got %s of %d"
                            .formatted(share, classes));
        }
    }

    /** The part of a set of classes; a class that has no picture left is an error. */
    public Part of(Part part, List<String> names, Seed seed) {
        if (share == 1 && classes >= names.size()) {
            return part;
        }
        int[] shuffled = shuffled(part.size(), seed);
        int[] candidates = classes >= names.size() ? shuffled : ofClasses(part, shuffled);
        int count = (int) Math.round(share * candidates.length);
        int[] chosen = Arrays.copyOf(candidates, count);
        refuseVanished(part, chosen, names);
        Arrays.sort(chosen); // neighbours in a file stay neighbours
        return part.only(chosen);
    }

    private static int[] shuffled(int size, Seed seed) {
        var order = new Permutation(size, seed);
        return IntStream.range(0, size).map(i -> (int) order.at(i)).toArray();
    }

    private int[] ofClasses(Part part, int[] samples) {
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
    private void refuseVanished(Part part, int[] chosen, List<String> names) {
        int wanted = Math.min(classes, names.size());
        var seen = new BitSet(wanted);
        part.labels(chosen, label -> {
            seen.set(label);
            return seen.cardinality() < wanted;
        });
        int missing = seen.nextClearBit(0);
        if (missing < wanted) {
            throw new StokerException(
                    "class '%s' vanishes from the sample: %,d of %,d pictures, and none of them shows it; take a larger"
                                    .formatted(names.get(missing), chosen.length, part.size())
                            + " share, or another --seed");
        }
    }
}
