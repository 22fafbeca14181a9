package dev.stoker.data.internal.source;

import dev.stoker.data.internal.node.Node;
import dev.stoker.data.internal.pipeline.Counts;
import java.util.function.BiFunction;

/** Rows of an array. */
public final class ArraySlices {
    private ArraySlices() {}

    public static <A> Node<A> of(int length, int rowLength, BiFunction<Integer, Integer, A> copy) {
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
