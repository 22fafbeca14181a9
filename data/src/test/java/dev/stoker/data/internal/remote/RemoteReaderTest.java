package dev.stoker.data.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.data.internal.tuning.MemoryBudget;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RemoteReaderTest {
    private final MemoryObject shard = new MemoryObject();
    private final RemoteReader reader = new RemoteReader();

    @AfterEach
    void stop() {
        reader.stop();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("requests"));
    }

    private TestRange want(long position, MemoryBudget budget) {
        var range = new TestRange(shard, position, 1000, budget.scratchTracker());
        reader.want(range);
        return range;
    }

    @Test
    void answersReachTheirRangesInAnyOrder() throws InterruptedException {
        var budget = MemoryBudget.unlimited();
        var first = want(0, budget);
        var second = want(50_000, budget);
        var one = shard.next();
        var other = shard.next();
        shard.answer(other);
        shard.answer(one);
        assertThat(second.arrived.join()).isEqualTo(shard.bytes(50_000, 1000));
        assertThat(first.arrived.join()).isEqualTo(shard.bytes(0, 1000));
    }

    @Test
    void aLateAnswerIsAskedForOnceMoreAndItsMemoryCountsUntilBothHaveCome() throws InterruptedException {
        var budget = new MemoryBudget(Bytes.ofMebibytes(1));
        for (int i = 0; i < 40; i++) {
            var range = want(2_000L * i, budget);
            shard.answer(shard.next());
            range.arrived.join();
        }
        var late = want(90_000, budget);
        var stalled = shard.next();
        var again = shard.next();
        assertThat(again.position()).isEqualTo(stalled.position());
        shard.answer(again);
        assertThat(late.arrived.join()).isEqualTo(shard.bytes(90_000, 1000));
        long records = 41 * 1000; // nobody has taken them
        assertThat(budget.used()).isEqualTo(records + 1000);
        assertThat(reader.statistics().hedges()).isEqualTo(1);
        assertThat(reader.statistics().hedgesWon()).isEqualTo(1);

        shard.answer(stalled);
        var after = want(95_000, budget);
        shard.answer(shard.next());
        after.arrived.join();
        reader.stop();
        assertThat(budget.used()).isEqualTo(records + 1000);
    }

    @Test
    void memoryIsNeverExceededAndWhatIsAwaitedIsLeftToItsReader() throws InterruptedException {
        var budget = new MemoryBudget(new Bytes(10_000));
        var ranges = new ArrayList<TestRange>();
        for (int i = 0; i < 20; i++) {
            ranges.add(want(3_000L * i, budget));
        }
        for (int i = 0; i < 5; i++) {
            shard.answer(shard.next()); // twice its length each, until it has arrived
        }
        assertThat(budget.peak().count()).isLessThanOrEqualTo(10_000);
        for (int i = 0; i < 9; i++) {
            if (!ranges.get(i).arrived.isDone() && shard.unanswered() > 0) {
                shard.answer(shard.next());
            }
        }
        var last = ranges.getLast();
        last.awaited = true;
        reader.hurry(last);
        while (!last.declined.isDone() && !last.arrived.isDone()) {
            if (shard.unanswered() > 0) {
                shard.answer(shard.next());
            }
            Thread.onSpinWait();
        }
        assertThat(budget.peak().count()).isLessThanOrEqualTo(10_000);
    }

    @Test
    void aFailureBelongsToItsRangeAndReleasesTheMemory() throws InterruptedException {
        var budget = MemoryBudget.unlimited();
        var alone = want(0, budget);
        shard.next().answer().completeExceptionally(new StokerException("gone"));
        assertThatThrownBy(alone.arrived::join).hasRootCauseMessage("gone");
        assertThat(budget.used()).isZero();
        assertThat(reader.statistics().failures()).isEqualTo(1);
    }

    @Test
    void whatIsUnderWayAtTheEndIsDroppedWhenItComes() throws InterruptedException {
        var budget = MemoryBudget.unlimited();
        var range = want(0, budget);
        var asked = shard.next();
        reader.stop();
        assertThat(budget.used()).isEqualTo(1000);
        shard.answer(asked);
        assertThat(budget.used()).isZero();
        assertThat(range.arrived).isNotDone();
    }
}
