package dev.stoker.data;

import java.util.function.BiFunction;

/** Rows of an array. */
final class Slices {
    private Slices() {}

    static <A> Node<A> of(int length, int rowLength, BiFunction<Integer, Integer, A> copy) {
        Counts.atLeastOne("the length of a row", rowLength);
        if (length % rowLength != 0) {
            throw new IllegalArgumentException("%d values do not divide into rows of %d".formatted(length, rowLength));
        }
        return new IndexedSource<>("slices of " + rowLength, length / rowLength, (index, _) -> {
            int from = (int) index * rowLength;
            return copy.apply(from, from + rowLength);
        });
    }
}
