package dev.stoker.data.near;

import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * The records that are kept. Those that will be read most often come first; among those that will be read equally often a
 * permutation decides, so that the part is spread evenly over any order of the records, and the link is loaded evenly.
 *
 * @param cost bytes that keeping a record takes
 * @param held whether a record is kept already
 */
record NearPart(int records, IntUnaryOperator cost, ReadCounts counts, IntPredicate held, Seed seed) {

    /** The records that are not held yet and fit into so many bytes. */
    BitSet within(long budget) {
        long[] byCount = bytesByCount();
        int count = counts.highest();
        long left = budget;
        while (count > 0 && byCount[count] <= left) {
            left -= byCount[count--];
        }
        return chosen(count, left);
    }

    private long[] bytesByCount() {
        var bytes = new long[counts.highest() + 1];
        for (int record = 0; record < records; record++) {
            if (!held.test(record)) {
                bytes[counts.of(record)] += cost.applyAsInt(record);
            }
        }
        return bytes;
    }

    /** All that are read more often than {@code last} times, and of those that are read as often as many as fit. */
    private BitSet chosen(int last, long budget) {
        var chosen = new BitSet(records);
        var order = new Permutation(records, seed);
        long left = budget;
        for (int i = 0; i < records; i++) {
            int record = (int) order.at(i);
            if (held.test(record) || counts.of(record) < last) {
                continue;
            }
            if (counts.of(record) > last) {
                chosen.set(record);
            } else if (left >= 0) {
                left -= cost.applyAsInt(
                        record); // below zero it is full: a smaller one later would prefer small records
                chosen.set(record, left >= 0);
            }
        }
        return chosen;
    }
}
