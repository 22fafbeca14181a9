package dev.stoker.telemetry.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TraceTest {
    private static final SpanKind ROWS = SpanKind.of("rows", "batch", "rows");

    private static RecordedTrace recorded(Trace trace) {
        return trace.recorded(Map.of());
    }

    private static RecordedTrace.Lane only(Trace trace) {
        var lanes = recorded(trace).lanes();
        assertThat(lanes).hasSize(1);
        return lanes.getFirst();
    }

    @Test
    void aTraceIsOffUntilItIsStarted() {
        var trace = Trace.create();
        var lane = trace.lane("host");
        long now = System.nanoTime();
        lane.record(ROWS, now, now + 5);
        assertThat(trace.isOn()).isFalse();
        assertThat(recorded(trace).lanes()).isEmpty();
        assertThat(recorded(trace).nanos()).isZero();
    }

    @Test
    void theTraceThatIsAlwaysOffCannotBeStarted() {
        var lane = Trace.OFF.borrow("worker");
        lane.record(ROWS, 0, System.nanoTime());
        lane.close();
        assertThat(recorded(Trace.OFF).lanes()).isEmpty();
        assertThatThrownBy(Trace.OFF::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Trace.create()");
    }

    @Test
    void aSpanThatBeganBeforeTheStartIsClippedThere() {
        var trace = Trace.create();
        long before = System.nanoTime() - 1_000_000;
        trace.start();
        long end = System.nanoTime();
        trace.lane("host").record(ROWS, before, end, 3, 16);
        var span = only(trace).spans().getFirst();
        assertThat(span.start()).isZero();
        assertThat(span.end()).isBetween(0L, end - before - 1_000_000);
        assertThat(span.arguments()).isEqualTo(Map.of("batch", 3L, "rows", 16L));
    }

    @Test
    void aSpanReportedLateIsClippedAtTheStopAndALaterOneIsDropped() {
        var trace = Trace.create();
        trace.start();
        long within = System.nanoTime();
        trace.stop();
        long after = System.nanoTime();
        trace.lane("cuda:0").record(ROWS, within, after + 1_000_000_000, 1, 2);
        trace.lane("cuda:0").record(ROWS, after + 1, after + 2, 3, 4);
        var lane = only(trace);
        assertThat(lane.spans()).hasSize(1);
        assertThat(lane.spans().getFirst().end()).isEqualTo(recorded(trace).nanos());
    }

    @Test
    void timeBetweenTwoRecordingsDoesNotCount() {
        var clock = new AtomicLong(1_000);
        var trace = Trace.withClock(clock::get);
        trace.start();
        clock.addAndGet(30);
        trace.stop();
        clock.addAndGet(500);
        trace.lane("host").record(ROWS, clock.get() - 1, clock.get());
        trace.start();
        trace.lane("host").record(ROWS, clock.get(), clock.get() + 1);
        clock.addAndGet(7);
        trace.stop();
        assertThat(only(trace).spans()).hasSize(1);
        assertThat(only(trace).spans().getFirst().start()).isEqualTo(530);
        assertThat(recorded(trace).nanos()).isEqualTo(37);
    }

    @Test
    void spansBeyondTheCapacityAreCountedAndTheFirstOnesKept() {
        var trace = Trace.withCapacity(1000);
        trace.start();
        var lane = trace.lane("host");
        long now = System.nanoTime();
        for (int i = 0; i < 1500; i++) {
            lane.record(ROWS, now + i, now + i + 1, i);
        }
        assertThat(only(trace).spans())
                .extracting(Span::firstArgument)
                .containsExactlyElementsOf(LongStream.range(0, 1000).boxed().toList());
        assertThat(recorded(trace).dropped()).isEqualTo(500);
        assertThat(trace.spanCount()).isEqualTo(1500);
    }

    @Test
    void manyThreadsLoseNothing() throws InterruptedException {
        int threads = 8;
        int each = 20_000;
        var trace = Trace.withCapacity(2 * threads * each + 9 * 4096);
        trace.start();
        var begin = new CountDownLatch(1);
        var all = new ArrayList<Thread>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            var lane = trace.borrow("worker");
            all.add(Thread.ofPlatform().start(() -> {
                await(begin);
                for (int k = 0; k < each; k++) {
                    long now = System.nanoTime();
                    lane.record(ROWS, now, System.nanoTime(), number, k);
                    trace.lane("shared").record(ROWS, now, now, number, k);
                }
            }));
        }
        begin.countDown();
        for (var thread : all) {
            thread.join();
        }
        var result = recorded(trace);
        assertThat(result.dropped()).isZero();
        assertThat(result.spans()).isEqualTo(2L * threads * each);
        assertThat(result.lanes().stream().map(RecordedTrace.Lane::name)).hasSize(threads + 1);
        var inOrder = LongStream.range(0, each).boxed().toList();
        for (int i = 0; i < threads; i++) {
            var numbers = result.lanes().get(i).spans().stream()
                    .map(Span::secondArgument)
                    .toList();
            assertThat(numbers.equals(inOrder)).as("spans of worker %d", i).isTrue();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    void aReleasedLaneNumberIsReused() {
        var trace = Trace.create();
        var first = trace.borrow("worker");
        var second = trace.borrow("worker");
        assertThat(List.of(first.name(), second.name())).containsExactly("worker 0", "worker 1");
        first.close();
        assertThat(trace.borrow("worker").name()).isEqualTo("worker 0");
        assertThat(trace.borrow("worker").name()).isEqualTo("worker 2");
        assertThat(trace.borrow("reader").name()).isEqualTo("reader 0");
    }

    @Test
    void lanesAreInTheOrderOfTheDataFlow() {
        var trace = Trace.create();
        trace.start();
        long now = System.nanoTime();
        List.of("cuda:0", "worker 10", "copy stream", "worker 9", "host", "reader 1", "odd one", "reader 0")
                .forEach(name -> trace.lane(name).record(ROWS, now, now + 1));
        assertThat(recorded(trace).lanes())
                .extracting(RecordedTrace.Lane::name)
                .containsExactly(
                        "reader 0", "reader 1", "worker 9", "worker 10", "host", "odd one", "copy stream", "cuda:0");
    }

    @Test
    void spansOfALaneAreInOrderWhicheverThreadReportsThem() {
        var trace = Trace.create();
        trace.start();
        long now = System.nanoTime();
        IntStream.of(5, 1, 3).forEach(at -> trace.lane("host").record(ROWS, now + at, now + at + 1, at));
        assertThat(only(trace).spans()).extracting(Span::firstArgument).containsExactly(1L, 3L, 5L);
    }

    @Test
    void aSmallClockErrorGivesASpanOfLengthZero() {
        var trace = Trace.create();
        trace.start();
        long now = System.nanoTime();
        trace.lane("cuda:0").record(ROWS, now + 10, now + 7);
        assertThat(only(trace).spans().getFirst().nanos()).isZero();
    }
}
