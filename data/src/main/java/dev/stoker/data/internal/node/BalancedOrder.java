package dev.stoker.data.internal.node;

import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which element comes where in an epoch in which every class comes equally often, but for one. A class is gone through again
 * and again, over all epochs, so that its elements come equally often too. Any position can be computed on its own.
 */
final class BalancedOrder {
    private final int size;
    private final Seed seed;
    /** The elements of one class after the other. */
    private final int[] byClass;
    /** Where the elements of each class begin, and at last the end; classes without elements are left out. */
    private final int[] starts;

    private final PerEpochCache<Epoch> epochs;

    /** An element, and how often it came in this epoch before. */
    record Draw(long element, long repetition) {}

    BalancedOrder(int[] labels, Seed seed) {
        this.seed = seed;
        size = labels.length;
        int[] counts = counts(labels);
        byClass = byClass(labels, counts);
        int[] present = Arrays.stream(counts).filter(count -> count > 0).toArray();
        Arrays.parallelPrefix(present, Integer::sum);
        starts = IntStream.concat(IntStream.of(0), Arrays.stream(present)).toArray();
        epochs = new PerEpochCache<>(this::epoch);
    }

    private static int[] counts(int[] labels) {
        var counts = new int[Arrays.stream(labels).max().orElse(-1) + 1];
        Arrays.stream(labels).forEach(label -> counts[label]++);
        return counts;
    }

    private static int[] byClass(int[] labels, int[] counts) {
        var next = new int[counts.length];
        for (int label = 1; label < counts.length; label++) {
            next[label] = next[label - 1] + counts[label - 1];
        }
        var sorted = new int[labels.length];
        for (int i = 0; i < labels.length; i++) {
            sorted[next[labels[i]]++] = i;
        }
        return sorted;
    }

    private int classes() {
        return starts.length - 1;
    }

    Draw at(long epoch, long position) {
        var order = epochs.of(epoch);
        long place = order.places.at(position);
        return order.classes[(int) (place % classes())].draw(place / classes(), byClass);
    }

    /** Places go to classes in turn, and are permuted. */
    private record Epoch(Permutation places, ClassDraws[] classes) {}

    private Epoch epoch(long number) {
        var draws = IntStream.range(0, classes())
                .mapToObj(each -> draws(each, number))
                .toArray(ClassDraws[]::new);
        return new Epoch(new Permutation(size, seed.forEpoch(number)), draws);
    }

    private ClassDraws draws(int number, long epoch) {
        int elements = starts[number + 1] - starts[number];
        long perEpoch = (long) size / classes() + (number < size % classes() ? 1 : 0);
        long before = epoch * perEpoch;
        var ofClass = seed.forPurpose("class").derive(number);
        if (elements <= perEpoch) { // all of them come, so that their order does not matter
            var any = new Permutation(elements, ofClass);
            return new ClassDraws(starts[number], elements, before, any, any);
        }
        long pass = before / elements;
        return new ClassDraws(
                starts[number],
                elements,
                before,
                new Permutation(elements, ofClass.derive(pass)),
                new Permutation(elements, ofClass.derive(pass + 1)));
    }

    /** The elements of a class in one epoch: the rest of a pass over them, then the next pass. */
    private record ClassDraws(int start, int elements, long before, Permutation pass, Permutation next) {
        Draw draw(long number, int[] byClass) {
            long all = before + number;
            var order = all / elements == before / elements ? pass : next;
            return new Draw(byClass[start + (int) order.at(all % elements)], number / elements);
        }
    }
}
