package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.SlotMemory;
import dev.stoker.core.StokerException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class EpochFeedTest {
    private static final Seed SEED = new Seed(11);

    /** Sample {@code i} is four bytes of it, and its label is {@code i} too. */
    private record Counting(int size) implements Source {
        @Override
        public Shape shape() {
            return new Shape(1, 4, 1);
        }

        @Override
        public int label(int index) {
            return index;
        }

        @Override
        public MemorySegment sample(int index) {
            var sample = Arena.ofAuto().allocate(4);
            sample.set(ValueLayout.JAVA_INT_UNALIGNED, 0, index);
            return sample;
        }
    }

    private static EpochFeed feed(int size, RowTransform transform, int batch, int firstBatch, int workers) {
        var order = Order.shuffled(size, SEED, 0);
        var rows = new Counting(size).rows(transform, SEED);
        return EpochFeed.open(
                new EpochFeed.Settings(rows, 4, order, size, batch, firstBatch, workers, 3), SlotMemory.ofHost());
    }

    private static List<Long> labels(EpochFeed feed) {
        var labels = new ArrayList<Long>();
        while (feed.hasNext()) {
            try (var batch = feed.next()) {
                for (int row = 0; row < batch.size(); row++) {
                    long label = batch.labels().getAtIndex(ValueLayout.JAVA_LONG, row);
                    assertThat(batch.rows().get(ValueLayout.JAVA_INT_UNALIGNED, 4L * row))
                            .isEqualTo((int) label);
                    labels.add(label);
                }
            }
        }
        return labels;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void anyNumberOfWorkersGivesTheSameOrder(int workers) {
        try (var feed = feed(1003, RowTransform.copy(), 50, 0, workers)) {
            var order = Order.shuffled(1003, SEED, 0);
            var labels = labels(feed);
            assertThat(labels).hasSize(1003).doesNotHaveDuplicates();
            assertThat(labels.get(0)).isEqualTo((long) order.sample(0));
            assertThat(labels.get(1002)).isEqualTo((long) order.sample(1002));
        }
    }

    @Test
    void aFeedThatStartsInTheMiddleGivesTheRestOfTheEpoch() {
        try (var whole = feed(500, RowTransform.copy(), 32, 0, 2);
                var rest = feed(500, RowTransform.copy(), 32, 7, 2)) {
            var all = labels(whole);
            assertThat(labels(rest)).isEqualTo(all.subList(7 * 32, 500));
        }
    }

    @Test
    void epochsFollowEachOtherWithoutAGapAndBatchesSpanThem() {
        var order = Order.endless(10, SEED);
        var rows = new Counting(10).rows(RowTransform.copy(), SEED);
        try (var feed = EpochFeed.open(
                new EpochFeed.Settings(rows, 4, order, Long.MAX_VALUE, 4, 0, 2, 3), SlotMemory.ofHost())) {
            var labels = new ArrayList<Long>();
            for (int i = 0; i < 5; i++) {
                try (var batch = feed.next()) {
                    assertThat(batch.size()).isEqualTo(4);
                    for (int row = 0; row < 4; row++) {
                        labels.add(batch.labels().getAtIndex(ValueLayout.JAVA_LONG, row));
                    }
                }
            }
            assertThat(labels.subList(0, 10)).doesNotHaveDuplicates();
            assertThat(labels.subList(10, 20)).doesNotHaveDuplicates().isNotEqualTo(labels.subList(0, 10));
        }
    }

    /** Rows that sleep cost no processor, so more threads than cores pay; the order stays. */
    @Test
    void automaticWorkersGrowWhereRowsWait() {
        RowFiller sleeping = (sample, _, _) -> {
            try {
                Thread.sleep(2);
            } catch (InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
            return sample;
        };
        var settings = new EpochFeed.Settings(
                sleeping, 4, Order.sequential(), 1_000_000, 32, 0, new EpochFeed.Workers(1, 16), 4);
        try (var feed = EpochFeed.open(settings, SlotMemory.ofHost())) {
            long expected = 0;
            long end = System.nanoTime() + 8_000_000_000L;
            while (System.nanoTime() < end && feed.workers() < 6) {
                try (var batch = feed.next()) {
                    assertThat(batch.labels().getAtIndex(ValueLayout.JAVA_LONG, 0))
                            .isEqualTo(expected);
                    expected += 32;
                }
            }
            assertThat(feed.workers()).as("decisions %s", feed.decisions()).isGreaterThanOrEqualTo(6);
            assertThat(feed.decisions().getFirst()).startsWith("trying 2 workers instead of 1: the consumer waited");
        }
    }

    @Test
    void theLastBatchIsShort() {
        try (var feed = feed(10, RowTransform.copy(), 4, 2, 1);
                var batch = feed.next()) {
            assertThat(batch.size()).isEqualTo(2);
            assertThat(batch.rows().byteSize()).isEqualTo(8);
            assertThat(feed.hasNext()).isFalse();
        }
    }

    @Test
    void drawsDependOnTheSampleAndNotOnTheWorker() {
        RowTransform noise = (_, row, draws) -> row.set(ValueLayout.JAVA_INT_UNALIGNED, 0, (int) draws.nextLong());
        assertThat(contents(feed(300, noise, 16, 0, 1))).isEqualTo(contents(feed(300, noise, 16, 0, 5)));
    }

    private static List<Integer> contents(EpochFeed feed) {
        var values = new ArrayList<Integer>();
        try (feed) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    for (int row = 0; row < batch.size(); row++) {
                        values.add(batch.rows().get(ValueLayout.JAVA_INT_UNALIGNED, 4L * row));
                    }
                }
            }
        }
        return values;
    }

    @Test
    void aFailureInAWorkerReachesTheConsumer() {
        RowTransform failing = (sample, _, _) -> {
            throw new StokerException("sample " + sample.get(ValueLayout.JAVA_INT_UNALIGNED, 0) + " is bad");
        };
        try (var feed = feed(100, failing, 10, 0, 2)) {
            assertThatThrownBy(feed::next).isInstanceOf(StokerException.class).hasMessageEndingWith("is bad");
        }
    }

    @Test
    void closingEarlyStopsEveryWorkerWithinASecond() {
        var before = threads();
        var feed = feed(1_000_000, RowTransform.copy(), 64, 0, 4);
        feed.next().close();
        assertThat(threads()).isGreaterThan(before);
        long start = System.nanoTime();
        feed.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        assertThat(threads()).isEqualTo(before);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("feed-"))
                .count();
    }

    @Test
    void workersStayWithinTheBatchesAhead() throws InterruptedException {
        var filled = new java.util.concurrent.atomic.AtomicInteger();
        RowTransform counting = (_, _, _) -> filled.incrementAndGet();
        try (var feed = feed(10_000, counting, 10, 0, 2)) {
            Thread.sleep(200);
            assertThat(filled.get()).isLessThanOrEqualTo(4 * 10);
            feed.next().close();
        }
    }

    @Test
    void aBatchGivenBackOutOfOrderIsRefused() {
        try (var feed = feed(100, RowTransform.copy(), 10, 0, 1)) {
            var first = feed.next();
            var second = feed.next();
            assertThatThrownBy(second::close).hasMessageContaining("batch 1 was given back before batch 0");
            first.close();
        }
    }
}
