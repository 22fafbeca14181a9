package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BudgetTest {
    private static final int ROW = 10_000;

    /** Scratch that grows with its element, as a decoder's does. */
    private static final class Buffer implements AutoCloseable {
        private final Worker worker;
        private final AtomicLong everybody;
        private long held;

        Buffer(Worker worker, AtomicLong everybody) {
            this.worker = worker;
            this.everybody = everybody;
        }

        void need(long bytes) {
            if (bytes > held) {
                worker.memory().reserve(bytes - held);
                everybody.addAndGet(bytes - held);
                held = bytes;
            }
        }

        @Override
        public void close() {
            worker.memory().release(held);
            everybody.addAndGet(-held);
            held = 0;
        }
    }

    private static Rows<Long> greedy(long elements, AtomicLong held, AtomicLong most) {
        var owner = new Object();
        return Dataset.range(elements).rows(ROW, (index, _, worker) -> {
            worker.scratch(owner, () -> new Buffer(worker, held)).need(index % 7 == 0 ? 300_000 : 50_000);
            most.accumulateAndGet(held.get(), Math::max);
            return index;
        });
    }

    @Test
    void slotsAndScratchStayWithinTheMemoryBudgetAndEveryRowComes() {
        var held = new AtomicLong();
        var most = new AtomicLong();
        var resources =
                PipelineResources.workers(8).withPrefetch(Tunable.fixed(8)).within(8, new Bytes(1_000_000));
        try (var feed = greedy(2_000, held, most).batch(20).open(resources, BatchMemoryAllocator.host())) {
            var labels = new ArrayList<Long>();
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    for (long label : batch.labels().toArray(java.lang.foreign.ValueLayout.JAVA_LONG)) {
                        labels.add(label);
                    }
                }
            }
            assertThat(labels).hasSize(2_000).isSorted();
            assertThat(feed.peakMemory()).isLessThanOrEqualTo(new Bytes(1_000_000));
            assertThat(most.get()).isGreaterThanOrEqualTo(300_000).isLessThan(1_000_000 - 20 * ROW);
            assertThat(feed.decisions()).anyMatch(line -> line.contains("the memory budget of 977 KiB"));
        }
        assertThat(held.get()).isZero();
    }

    @Test
    void aBudgetThatCannotHoldABatchIsAnError() {
        var resources = PipelineResources.of(1, new Bytes(100_000));
        var batches = Dataset.range(100).rows(ROW, (index, _, _) -> index).batch(20);
        assertThatThrownBy(() -> batches.open(resources, BatchMemoryAllocator.host()))
                .isInstanceOf(StokerException.class)
                .hasMessage("a batch of 20 rows of 10,000 bytes needs 195 KiB, but the memory budget is 97.7 KiB;"
                        + " use a smaller batch or allow more memory");
    }

    @Test
    void anElementThatNeedsMoreThanTheBudgetIsAnError() {
        var resources = PipelineResources.of(2, new Bytes(400_000));
        var rows = greedy(100, new AtomicLong(), new AtomicLong());
        try (var feed = rows.batch(20).open(resources, BatchMemoryAllocator.host())) {
            assertThatThrownBy(feed::next)
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("are needed for one element, but of the memory budget of 391 KiB only");
        }
    }

    /**
     * Four threads that could use all cores get a quarter of one. Only the upper limit is checked, which no load of the
     * machine can break: the burst and the tasks that run when the clock is read are all that may exceed the share.
     */
    @Test
    void theCpuBudgetCountsSecondsOfProcessorTimeHoweverManyThreadsThereAre() {
        var threads = ManagementFactory.getThreadMXBean();
        var used = new AtomicLong();
        var resources = PipelineResources.workers(4).within(0.25, new Bytes(Long.MAX_VALUE));
        var busy = Dataset.range(320).rows(8, (index, _, _) -> {
            long start = threads.getCurrentThreadCpuTime();
            while (threads.getCurrentThreadCpuTime() - start < 500_000) {}
            used.addAndGet(threads.getCurrentThreadCpuTime() - start);
            return index;
        });
        long start = System.nanoTime();
        try (var feed = busy.batch(16).open(resources, BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                feed.next().close();
            }
        }
        long elapsed = System.nanoTime() - start;
        assertThat(used.get()).isGreaterThanOrEqualTo(160_000_000);
        assertThat(used.get()).isLessThan(elapsed / 4 + 80_000_000);
    }

    @Test
    void cpuAndMemoryOfZeroAreRefused() {
        assertThatThrownBy(() -> PipelineResources.of(0, new Bytes(1)))
                .hasMessage("the CPU budget must be above 0, got 0.0");
        assertThatThrownBy(() -> PipelineResources.of(1, new Bytes(0)))
                .hasMessage("the memory budget must be above 0, got 0 B");
    }

    @Test
    void slotsAreTakenFromTheBudgetOnlyWhenTheyAreNeeded() {
        var resources =
                PipelineResources.workers(1).within(1, new Bytes(100 * ROW)).withPrefetch(Tunable.fixed(2));
        var batches = Dataset.range(10).rows(ROW, (index, row, _) -> {
            row.fill((byte) 1);
            return index;
        });
        try (var feed = batches.batch(10).open(resources, BatchMemoryAllocator.host());
                var batch = feed.next()) {
            assertThat(batch.rows().mismatch(MemorySegment.ofArray(new byte[10 * ROW])))
                    .isZero();
            assertThat(feed.peakMemory()).isEqualTo(new Bytes(10 * ROW + 80));
        }
    }
}
