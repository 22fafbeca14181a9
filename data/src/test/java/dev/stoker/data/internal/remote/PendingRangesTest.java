package dev.stoker.data.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.MemoryTracker;
import dev.stoker.data.internal.tuning.MemoryBudget;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingRangesTest {
    private static final PendingRanges.Limits WIDE = new PendingRanges.Limits(10_000, 0, 100_000);

    private final MemoryObject shard = new MemoryObject();
    private final PendingRanges pending = new PendingRanges();

    private TestRange add(long position, int length) {
        var range = new TestRange(shard, position, length);
        pending.add(range);
        return range;
    }

    @Test
    void neighborsOnBothSidesAreJoinedWhateverTheirOrder() {
        var middle = add(200, 100);
        var last = add(300, 50);
        var elsewhere = add(9_000, 100);
        var first = add(100, 100);

        var joined = pending.join(WIDE);

        assertThat(joined.ranges()).containsExactly(first, middle, last);
        assertThat(joined.position()).isEqualTo(100);
        assertThat(joined.length()).isEqualTo(250);
        joined.ranges().forEach(pending::remove);
        assertThat(pending.join(WIDE).ranges()).containsExactly(elsewhere);
    }

    @Test
    void aGapIsReadWhereItIsSmall() {
        var first = add(0, 100);
        var second = add(150, 100);
        assertThat(pending.join(WIDE).ranges()).containsExactly(first);
        var joined = pending.join(new PendingRanges.Limits(10_000, 50, 100_000));
        assertThat(joined.ranges()).containsExactly(first, second);
        assertThat(joined.length()).isEqualTo(250);
        assertThat(joined.wantedBytes()).isEqualTo(200);
    }

    @Test
    void aRequestIsNoLargerThanAllowed() {
        for (int i = 0; i < 10; i++) {
            add(100L * i, 100);
        }
        assertThat(pending.join(new PendingRanges.Limits(350, 0, 100_000)).length())
                .isEqualTo(300);
        assertThat(pending.join(new PendingRanges.Limits(10, 0, 100_000)).length())
                .isEqualTo(100);
    }

    @Test
    void whatIsNeededMuchLaterIsNotReadNow() {
        var first = add(0, 100);
        for (int i = 1; i < 20; i++) {
            add(1000L * i, 100);
        }
        add(100, 100);
        assertThat(pending.join(new PendingRanges.Limits(10_000, 0, 2_000)).ranges())
                .containsExactly(first);
    }

    @Test
    void theSameBytesOfTheNextEpochAreAnotherRange() {
        var now = add(0, 100);
        var neighbor = add(100, 100);
        var later = add(0, 100);
        var laterNeighbor = add(100, 100);
        var joined = pending.join(WIDE);
        assertThat(joined.ranges()).containsExactly(now, neighbor);
        joined.ranges().forEach(pending::remove);
        assertThat(pending.join(WIDE).ranges()).containsExactly(later, laterNeighbor);
    }

    @Test
    void rangesOfDifferentObjectsAndBudgetsStayApart() {
        var first = add(0, 100);
        pending.add(new TestRange(new MemoryObject(), 100, 100));
        MemoryTracker other = MemoryBudget.unlimited().scratchTracker();
        pending.add(new TestRange(shard, 100, 100, other));
        assertThat(pending.join(WIDE).ranges()).isEqualTo(List.of(first));
    }

    @Test
    void whatSomebodyWaitsForComesFirst() {
        add(0, 100);
        var urgent = add(5_000, 100);
        assertThat(pending.moveToFront(urgent)).isTrue();
        assertThat(pending.join(WIDE).ranges()).containsExactly(urgent);
        pending.remove(urgent);
        assertThat(pending.moveToFront(urgent)).isFalse();
    }
}
