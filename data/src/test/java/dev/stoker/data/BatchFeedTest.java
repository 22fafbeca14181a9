package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class BatchFeedTest {
    private static final Seed SEED = new Seed(11);

    /** Sample {@code i} is four bytes of it, and its label is {@code i} too. */
    private record Counting(int size) implements SampleSource {
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

    private static DataLoader<Sample> batches(int size, RowTransform transform, int batch) {
        return new Counting(size)
                .rows(transform, SEED)
                .withElements(samples -> samples.shuffle(SEED))
                .batch(batch);
    }

    private static BatchFeed open(DataLoader<?> batches, int workers) {
        return batches.open(
                PipelineResources.workers(workers).withPrefetch(Tunable.fixed(3)), BatchMemoryAllocator.host());
    }

    private static BatchFeed feed(int size, RowTransform transform, int batch, int workers) {
        return open(batches(size, transform, batch), workers);
    }

    private static List<Long> labels(BatchFeed feed) {
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
        try (var feed = feed(1003, RowTransform.copy(), 50, workers)) {
            var order = new Permutation(1003, SEED.forEpoch(0));
            var labels = labels(feed);
            assertThat(labels).hasSize(1003).doesNotHaveDuplicates();
            assertThat(labels.get(0)).isEqualTo(order.at(0));
            assertThat(labels.get(1002)).isEqualTo(order.at(1002));
        }
    }

    private static DataState after(BatchFeed feed, int batches, List<Long> seen) {
        for (int i = 0; i < batches; i++) {
            try (var batch = feed.next()) {
                Arrays.stream(batch.labels().toArray(ValueLayout.JAVA_LONG)).forEach(seen::add);
            }
        }
        return DataState.parse(feed.state().toString());
    }

    private static DataLoader<Sample> rankOf(int rank, int world, int batch) {
        return new Counting(103)
                .rows(RowTransform.copy(), SEED)
                .withElements(samples -> samples.shuffle(SEED).shard(rank, world, ShardRemainder.WRAPPED))
                .batch(batch)
                .repeat(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 6, 7, 8, 14, 20})
    void aFeedContinuesWhereItsStateWasTaken(int stop) {
        List<Long> all;
        try (var whole = open(rankOf(0, 1, 15), 2)) {
            all = labels(whole);
        }
        var seen = new ArrayList<Long>();
        DataState state;
        try (var feed = open(rankOf(0, 1, 15), 2)) {
            state = after(feed, stop, seen);
        }
        try (var rest = rankOf(0, 1, 15).open(PipelineResources.workers(3), BatchMemoryAllocator.host(), state)) {
            seen.addAll(labels(rest));
        }
        assertThat(seen).isEqualTo(all);
    }

    /** Two ranks stop in the second epoch; three resume, in other batches, with the samples that would have come next. */
    @Test
    void aFeedContinuesOnAnotherNumberOfRanksAndInOtherBatches() {
        var seen = new ArrayList<Long>();
        DataState state = DataState.START;
        for (int rank = 0; rank < 2; rank++) {
            try (var feed = open(rankOf(rank, 2, 10), 2)) {
                state = after(feed, 8, seen);
            }
        }
        int wrapped = 1; // the 103 samples of an epoch are 52 for each of two ranks
        var rest = new ArrayList<Long>();
        for (int rank = 0; rank < 3; rank++) {
            try (var feed = rankOf(rank, 3, 7).open(PipelineResources.workers(1), BatchMemoryAllocator.host(), state)) {
                feed.next().close(); // seven samples of the second epoch
                rest.addAll(labels(feed));
            }
        }
        assertThat(seen).hasSize(103 + wrapped + 2 * 2 * 10);
        var secondEpoch = new Permutation(103, SEED.forEpoch(1));
        var thirdEpoch = new Permutation(103, SEED.forEpoch(2));
        var expected = new ArrayList<Long>();
        for (int i = 40 + 3 * 7; i < 103; i++) {
            expected.add(secondEpoch.at(i));
        }
        for (int i = 0; i < 103; i++) {
            expected.add(thirdEpoch.at(i));
        }
        expected.add(thirdEpoch.at(0)); // 104 of 3 × 35 in the third epoch
        expected.add(thirdEpoch.at(1));
        assertThat(rest).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void repeatedElementsGiveBatchesThatSpanEpochs() {
        var endless = new Counting(10)
                .rows(RowTransform.copy(), SEED)
                .withElements(samples -> samples.shuffle(SEED).repeat())
                .batch(4);
        try (var feed = open(endless, 2)) {
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

    @Test
    void repeatedBatchesKeepEpochsApart() {
        try (var feed = open(batches(10, RowTransform.copy(), 4).repeat(3), 2)) {
            var labels = labels(feed);
            assertThat(labels).hasSize(30);
            for (int epoch = 0; epoch < 3; epoch++) {
                var order = new Permutation(10, SEED.forEpoch(epoch));
                for (int i = 0; i < 10; i++) {
                    assertThat(labels.get(10 * epoch + i)).isEqualTo(order.at(i));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(LastBatch.class)
    void theLastBatchFollowsTheSetting(LastBatch last) {
        var batches = new Counting(10).rows(RowTransform.copy(), SEED).batch(4, last);
        try (var feed = open(batches.repeat(2), 2)) {
            var epoch = LongStream.range(0, 10).boxed().collect(Collectors.toCollection(ArrayList::new));
            switch (last) {
                case SHORT -> {}
                case DROPPED -> epoch.subList(8, 10).clear();
                case WRAPPED -> epoch.addAll(List.of(0L, 1L));
            }
            var expected = new ArrayList<>(epoch);
            expected.addAll(epoch);
            assertThat(labels(feed)).isEqualTo(expected);
        }
    }

    /** There is no gap between epochs: the next one is prefetched before the last batch is taken. */
    @Test
    void theNextEpochIsPreparedBeforeTheLastOneEnds() throws InterruptedException {
        var made = new AtomicInteger();
        RowTransform counting = (_, _, _) -> made.incrementAndGet();
        try (var feed = open(batches(8, counting, 4).repeat(2), 1)) {
            feed.next().close();
            while (made.get() < 16) {
                Thread.sleep(1);
            }
            assertThat(made.get()).isEqualTo(16);
        }
    }

    @Test
    void anEmptySetHasNoBatches() {
        try (var feed = feed(0, RowTransform.copy(), 4, 1)) {
            assertThat(feed.hasNext()).isFalse();
        }
    }

    // ---- elements whose number is not known in advance

    private static DataLoader<Sample> evens(int size, int batch) {
        return new Counting(size)
                .rows(RowTransform.copy(), SEED)
                .withElements(samples -> samples.shuffle(SEED).filter(sample -> sample.label() % 2 == 0))
                .batch(batch);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void filteredElementsArePackedInOrder(int workers) {
        var order = new Permutation(100, SEED.forEpoch(0));
        var expected = LongStream.range(0, 100)
                .map(order::at)
                .filter(label -> label % 2 == 0)
                .boxed()
                .toList();
        try (var feed = evens(100, 8).open(PipelineResources.workers(workers), BatchMemoryAllocator.host())) {
            assertThat(labels(feed)).isEqualTo(expected);
        }
    }

    @Test
    void aPackedFeedContinuesWhereItsStateWasTaken() {
        List<Long> all;
        try (var feed = evens(90, 8).repeat(3).open(PipelineResources.workers(2), BatchMemoryAllocator.host())) {
            all = labels(feed);
        }
        assertThat(all).hasSize(3 * 45);
        for (int stop = 1; stop < 17; stop += 5) {
            var seen = new ArrayList<Long>();
            DataState state;
            try (var feed = evens(90, 8).repeat(3).open(PipelineResources.workers(2), BatchMemoryAllocator.host())) {
                state = after(feed, stop, seen);
            }
            try (var feed =
                    evens(90, 8).repeat(3).open(PipelineResources.workers(3), BatchMemoryAllocator.host(), state)) {
                seen.addAll(labels(feed));
            }
            assertThat(seen).as("stopped after %d batches", stop).isEqualTo(all);
        }
    }

    @Test
    void streamsAreWrittenIntoRowsToo() {
        var batches = Dataset.generate(() -> List.of(5L, 6L, 7L).iterator())
                .rows(4, (number, row, _) -> {
                    row.set(ValueLayout.JAVA_INT_UNALIGNED, 0, number.intValue());
                    return number;
                })
                .batch(2);
        try (var feed = batches.open(PipelineResources.workers(1), BatchMemoryAllocator.host())) {
            assertThat(labels(feed)).containsExactly(5L, 6L, 7L);
        }
    }

    @Test
    void anEmptyEpochAfterAFilterIsAnErrorAndNotAnEndlessSearch() {
        var nothing = new Counting(50)
                .rows(RowTransform.copy(), SEED)
                .withElements(samples -> samples.shuffle(SEED).repeat().filter(_ -> false))
                .batch(4);
        try (var feed = nothing.open(PipelineResources.workers(2), BatchMemoryAllocator.host())) {
            assertThatThrownBy(feed::hasNext)
                    .isInstanceOf(StokerException.class)
                    .hasMessage("epoch 1 has no element left after filtering, and later epochs would have none");
        }
    }

    @Test
    void closingAStreamedFeedEarlyStopsEveryThread() {
        var before = threads();
        var feed = evens(1_000_000, 64).open(PipelineResources.workers(4), BatchMemoryAllocator.host());
        feed.next().close();
        feed.close();
        assertThat(threads()).isEqualTo(before);
    }

    @Test
    void theLastBatchIsShort() {
        try (var feed = feed(10, RowTransform.copy(), 4, 1)) {
            feed.next().close();
            feed.next().close();
            try (var batch = feed.next()) {
                assertThat(batch.size()).isEqualTo(2);
                assertThat(batch.rows().byteSize()).isEqualTo(8);
                assertThat(feed.hasNext()).isFalse();
            }
        }
    }

    @Test
    void randomNumbersDependOnTheSampleAndNotOnTheWorker() {
        RowTransform noise = (_, row, random) -> row.set(ValueLayout.JAVA_INT_UNALIGNED, 0, (int) random.nextLong());
        assertThat(contents(feed(300, noise, 16, 1))).isEqualTo(contents(feed(300, noise, 16, 5)));
    }

    private static List<Integer> contents(BatchFeed feed) {
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
        try (var feed = feed(100, failing, 10, 2)) {
            assertThatThrownBy(feed::next).isInstanceOf(StokerException.class).hasMessageEndingWith("is bad");
        }
    }

    @Test
    void closingEarlyStopsEveryWorker() {
        var before = threads();
        var feed = feed(1_000_000, RowTransform.copy(), 64, 4);
        feed.next().close();
        assertThat(threads()).isGreaterThan(before);
        feed.close();
        assertThat(threads()).isEqualTo(before);
    }

    private static boolean areWaiting(int workers) {
        return Thread.getAllStackTraces().entrySet().stream()
                        .filter(thread -> thread.getKey().getName().startsWith("feed-"))
                        .filter(thread -> Stream.of(thread.getValue())
                                .anyMatch(frame -> frame.getMethodName().equals("awaitSignal")))
                        .count()
                == workers;
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("(feed|data|read)-.*"))
                .count();
    }

    @Test
    void workersStayWithinThePrefetchLimit() throws InterruptedException {
        var filled = new AtomicInteger();
        RowTransform counting = (_, _, _) -> filled.incrementAndGet();
        try (var feed = feed(10_000, counting, 10, 2)) {
            while (filled.get() < 4 * 10 || !areWaiting(2)) {
                Thread.sleep(1);
            }
            assertThat(filled.get()).isEqualTo(4 * 10);
            feed.next().close();
        }
    }

    @Test
    void aBatchReleasedOutOfOrderIsRefused() {
        try (var feed = feed(100, RowTransform.copy(), 10, 1)) {
            var first = feed.next();
            var second = feed.next();
            assertThatThrownBy(second::close).hasMessageContaining("batch 1 was released before batch 0");
            first.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itIsReadyOnceABatchIsWrittenAndNoLongerAtTheEnd(boolean ordered) throws InterruptedException {
        var written = new CountDownLatch(1);
        RowTransform slow = (sample, row, _) -> {
            await(written);
            row.copyFrom(sample);
        };
        try (var feed = open(batches(8, slow, 8).ordered(ordered), 1)) {
            assertThat(feed.isReady()).isFalse();
            written.countDown();
            while (!feed.isReady()) {
                Thread.sleep(1);
            }
            assertThat(feed.isReady()).isTrue();
            try (var batch = feed.next()) {
                assertThat(batch.size()).isEqualTo(8);
                assertThat(feed.hasNext()).isFalse();
                assertThat(feed.isReady()).isFalse();
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
