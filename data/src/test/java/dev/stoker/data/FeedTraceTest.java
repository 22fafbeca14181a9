package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.telemetry.trace.RecordedTrace;
import dev.stoker.telemetry.trace.Span;
import dev.stoker.telemetry.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FeedTraceTest {
    private final Trace trace = Trace.create();

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static Rows<Long> slow(Dataset<Long> elements, long millis) {
        return elements.rows(4, (index, _, _) -> {
            sleep(millis);
            return index;
        });
    }

    /** Rows that wait until so many workers are busy, so that each of them has a span. */
    private static Rows<Long> together(Dataset<Long> elements, CountDownLatch workers) {
        var arrived = ConcurrentHashMap.<Thread>newKeySet();
        return elements.rows(4, (index, _, _) -> {
            if (arrived.add(Thread.currentThread())) {
                workers.countDown();
            }
            await(workers);
            sleep(1);
            return index;
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static void drain(BatchFeed feed) {
        while (feed.hasNext()) {
            feed.next().close();
        }
    }

    private Stream<RecordedTrace.Lane> lanes(String prefix) {
        return trace.recorded(Map.of()).lanes().stream()
                .filter(lane -> lane.name().startsWith(prefix));
    }

    private Stream<Span> spans(String prefix) {
        return lanes(prefix).flatMap(lane -> lane.spans().stream());
    }

    private void assertThatNoLaneDoesTwoThingsAtOnce() {
        assertThat(trace.recorded(Map.of()).lanes()).allSatisfy(lane -> {
            var spans = lane.spans();
            for (int i = 1; i < spans.size(); i++) {
                assertThat(spans.get(i).start())
                        .as("%s, span %d", lane.name(), i)
                        .isGreaterThanOrEqualTo(spans.get(i - 1).end());
            }
        });
    }

    @Test
    void eachTaskIsASpanOfItsWorker() {
        trace.start();
        var resources = PipelineResources.workers(3).withTrace(trace);
        var all = together(Dataset.range(200), new CountDownLatch(3));
        try (var feed = all.batch(40).open(resources, BatchMemoryAllocator.host())) {
            drain(feed);
        }
        var rows = spans("worker")
                .collect(Collectors.groupingBy(
                        Span::firstArgument, TreeMap::new, Collectors.summingLong(Span::secondArgument)));
        assertThat(rows).isEqualTo(LongStream.range(0, 5).boxed().collect(Collectors.toMap(i -> i, _ -> 40L)));
        assertThat(spans("worker")).allMatch(span -> span.name().equals("rows") && span.nanos() >= 1_000_000);
        assertThat(lanes("worker").map(RecordedTrace.Lane::name)).containsExactly("worker 0", "worker 1", "worker 2");
        assertThatNoLaneDoesTwoThingsAtOnce();
    }

    /** The first row of each batch is not written before the consumer waits for it. */
    @Test
    void theConsumersWaitsAreSpansOfTheHost() {
        trace.start();
        var resources = PipelineResources.workers(1).withTrace(trace);
        var consumer = new ConsumerWaits();
        var rows = Dataset.range(40).rows(4, (index, _, _) -> {
            if (index % 10 == 0) {
                consumer.await((int) (index / 10));
                sleep(2);
            }
            return index;
        });
        try (var feed = rows.batch(10).open(resources, BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                feed.next().close();
                consumer.took();
            }
        }
        var waits = spans("host").toList();
        assertThat(waits).extracting(Span::name).containsOnly("wait for input");
        assertThat(waits).extracting(Span::firstArgument).containsExactly(0L, 1L, 2L, 3L);
        assertThat(waits).allMatch(span -> span.nanos() > 0);
    }

    @Test
    void aBatchThatIsReadyIsNotWaitedFor() {
        var resources = PipelineResources.workers(2).withTrace(trace);
        try (var feed = slow(Dataset.range(16), 0).batch(4).open(resources, BatchMemoryAllocator.host())) {
            trace.start();
            while (feed.hasNext()) {
                while (!feed.isReady()) {
                    sleep(1);
                }
                feed.next().close();
            }
        }
        assertThat(spans("host")).isEmpty();
    }

    @Test
    void nothingIsRecordedWhileTheTraceIsOff() {
        var resources = PipelineResources.workers(2).withTrace(trace);
        try (var feed = slow(Dataset.range(1000), 1).batch(10).open(resources, BatchMemoryAllocator.host())) {
            for (int batch = 0; feed.hasNext(); batch++) {
                if (batch == 40) {
                    trace.start();
                }
                if (batch == 60) {
                    trace.stop();
                }
                feed.next().close();
            }
        }
        var batches = spans("worker").mapToLong(Span::firstArgument).summaryStatistics();
        assertThat(batches.getMin()).isGreaterThanOrEqualTo(40);
        assertThat(batches.getMax()).isLessThanOrEqualTo(60 + 7).isGreaterThanOrEqualTo(59);
        long recorded = trace.recorded(Map.of()).nanos();
        assertThat(trace.recorded(Map.of()).lanes())
                .allSatisfy(
                        lane -> assertThat(lane.spans()).allMatch(span -> span.start() >= 0 && span.end() <= recorded));
        assertThatNoLaneDoesTwoThingsAtOnce();
    }

    @Test
    void twoFeedsAtOnceShareNoLane() {
        trace.start();
        var resources = PipelineResources.workers(2).withTrace(trace);
        var all = together(Dataset.range(80), new CountDownLatch(4));
        try (var one = all.batch(10).open(resources, BatchMemoryAllocator.host());
                var other = all.batch(10).open(resources, BatchMemoryAllocator.host())) {
            drain(one);
            drain(other);
        }
        assertThat(lanes("worker").map(RecordedTrace.Lane::name))
                .containsExactly("worker 0", "worker 1", "worker 2", "worker 3");
        assertThatNoLaneDoesTwoThingsAtOnce();
        try (var third = slow(Dataset.range(40), 1).batch(10).open(resources, BatchMemoryAllocator.host())) {
            drain(third);
        }
        assertThat(lanes("worker")).as("numbers are used again").hasSize(4);
        assertThatNoLaneDoesTwoThingsAtOnce();
    }

    /** The number of rows after a filter is not known in advance, so one thread packs them. */
    @Test
    void gatheringBatchesIsASpanOfThePacker() {
        trace.start();
        var resources = PipelineResources.workers(2).withTrace(trace);
        var consumer = new ConsumerWaits();
        var odd = Dataset.range(40).filter(index -> index % 2 == 1).rows(4, (index, _, _) -> {
            if (index == 1) {
                consumer.await();
            }
            return index;
        });
        try (var feed = odd.batch(5).open(resources, BatchMemoryAllocator.host())) {
            drain(feed);
        }
        assertThat(spans("packer").filter(span -> span.secondArgument() > 0).map(Span::secondArgument))
                .containsExactly(5L, 5L, 5L, 5L);
        assertThat(spans("worker").map(Span::name)).containsOnly("elements").isNotEmpty();
        assertThat(spans("host").map(Span::name)).containsOnly("wait for input").isNotEmpty();
        assertThatNoLaneDoesTwoThingsAtOnce();
    }

    @Test
    void readersHaveLanesOfTheirOwn() {
        trace.start();
        var readers = new CountDownLatch(2);
        var arrived = ConcurrentHashMap.<Thread>newKeySet();
        IndexedReader<Long> source = new IndexedReader<>() {
            @Override
            public Long read(long index, Worker worker) {
                await(readers);
                return index;
            }

            @Override
            public void prefetch(long index, Worker worker) {
                if (arrived.add(Thread.currentThread())) {
                    readers.countDown();
                }
                await(readers);
            }
        };
        var elements = Dataset.indexed("slow disk", 200, source);
        var resources =
                PipelineResources.workers(1).withReaders(Tunable.fixed(2)).withTrace(trace);
        try (var feed =
                elements.rows(4, (index, _, _) -> index).batch(20).open(resources, BatchMemoryAllocator.host())) {
            drain(feed);
        }
        assertThat(lanes("reader").map(RecordedTrace.Lane::name)).containsExactly("reader 0", "reader 1");
        assertThat(spans("reader").mapToLong(Span::secondArgument).sum()).isBetween(4L, 200L);
        assertThatNoLaneDoesTwoThingsAtOnce();
    }

    @Test
    void aPrefetchHasALane() {
        trace.start();
        var chain = Dataset.range(10).prefetch(3);
        try (var iterator = chain.iterate(PipelineResources.workers(1).withTrace(trace))) {
            while (iterator.hasNext()) {
                iterator.next();
            }
        }
        assertThat(spans("prefetch").map(Span::firstArgument))
                .containsExactlyElementsOf(LongStream.rangeClosed(0, 10).boxed().toList());
    }

    @Test
    void byDefaultNothingIsTraced() {
        assertThat(List.of(
                        PipelineResources.auto().trace(),
                        PipelineResources.workers(2).trace()))
                .containsOnly(Trace.OFF);
    }
}
