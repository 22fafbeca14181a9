package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.random.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class PrefetchTest {
    private static final Seed SEED = new Seed(2);

    private final AtomicInteger started = new AtomicInteger();
    private final AtomicInteger walked = new AtomicInteger();

    /** A stream that counts its iterators and its elements. */
    private Dataset<Long> stream(int size) {
        return Dataset.generate(() -> {
            started.incrementAndGet();
            return numbers(size).stream().map(this::counted).iterator();
        });
    }

    private Long counted(Long element) {
        walked.incrementAndGet();
        return element;
    }

    private static List<Long> numbers(long size) {
        return LongStream.range(0, size).boxed().toList();
    }

    private static <T> List<T> rest(DataIterator<T> iterator) {
        var elements = new ArrayList<T>();
        iterator.forEachRemaining(elements::add);
        return elements;
    }

    private static <T> List<T> all(Dataset<T> dataset) {
        try (var iterator = dataset.iterate(PipelineResources.workers(2))) {
            return rest(iterator);
        }
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(1);
        }
    }

    @Test
    void elementsArePrefetchedUpToTheLimit() throws InterruptedException {
        try (var iterator = stream(1000).prefetch(5).iterate(PipelineResources.workers(1))) {
            await(() -> walked.get() == 5);
            await(() -> prefetching().findAny().orElseThrow().getState() == Thread.State.WAITING);
            assertThat(walked.get()).isEqualTo(5);
            assertThat(iterator.next()).isZero();
            await(() -> walked.get() == 6);
            assertThat(rest(iterator)).hasSize(999);
        }
    }

    @Test
    void theNextEpochBeginsBeforeTheLastOneIsUsedUp() throws InterruptedException {
        try (var iterator = stream(10).repeat(2).prefetch(4).iterate(PipelineResources.workers(1))) {
            for (int i = 0; i < 8; i++) {
                iterator.next();
            }
            await(() -> started.get() == 2 && walked.get() == 12);
            assertThat(rest(iterator)).hasSize(12);
        }
    }

    @Test
    void aFailureSurfacesAtTheElementItHappenedAt() {
        var chain = stream(100).map(i -> 10 / (30 - i)).prefetch(8);
        try (var iterator = chain.iterate(PipelineResources.workers(1))) {
            for (int i = 0; i < 30; i++) {
                iterator.next();
            }
            assertThatThrownBy(iterator::next)
                    .hasMessageContaining("element 30")
                    .hasMessageContaining("by zero");
        }
    }

    @Test
    void closingEarlyStopsEvenASourceThatWaits() throws InterruptedException {
        var iterator = Dataset.generate(PrefetchTest::waiting).prefetch(2).iterate(PipelineResources.workers(1));
        await(() -> prefetching().findAny().orElseThrow().getState() == Thread.State.TIMED_WAITING);
        iterator.close();
        assertThat(prefetching()).isEmpty();
        assertThatThrownBy(iterator::next).hasMessageContaining("closed");
    }

    private static Stream<Thread> prefetching() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("data-prefetch"));
    }

    private static Iterator<Long> waiting() {
        return Stream.generate(() -> {
                    try {
                        Thread.sleep(Duration.ofDays(1));
                        return 1L;
                    } catch (InterruptedException failure) {
                        throw new IllegalStateException(failure);
                    }
                })
                .iterator();
    }

    static Stream<Dataset<?>> chains() {
        var stream = Dataset.generate(() -> numbers(50).iterator());
        return Stream.of(
                stream.prefetch(7),
                stream.repeat(3).prefetch(60).batch(4),
                stream.prefetch(3).repeat(2).prefetch(3),
                stream.shuffle(10, SEED).prefetch(5).filter(i -> i % 3 != 0),
                stream.flatMap(i -> numbers(i % 3)).prefetch(4).batch(3, LastBatch.WRAPPED),
                Dataset.range(80).shuffle(SEED).batch(3).repeat(2).prefetch(4),
                Dataset.range(80).filter(i -> i % 2 == 0).prefetch(9).take(30),
                Dataset.range(80)
                        .mapBatch(6, batch -> batch.stream().map(i -> -i).toList())
                        .batch(4),
                stream.mapBatch(6, batch -> batch.stream().map(i -> -i).toList())
                        .prefetch(2));
    }

    @ParameterizedTest
    @MethodSource("chains")
    void prefetchedElementsAreNotLost(Dataset<?> chain) {
        var expected = all(chain);
        for (int taken = 0; taken <= expected.size(); taken += 1 + taken / 4) {
            DataState state;
            try (var iterator = chain.iterate(PipelineResources.workers(2))) {
                for (int i = 0; i < taken; i++) {
                    iterator.next();
                }
                state = DataState.parse(iterator.state().toString());
            }
            try (var iterator = chain.iterate(PipelineResources.workers(1), state)) {
                assertThat(rest(iterator)).as("after %d", taken).isEqualTo(expected.subList(taken, expected.size()));
            }
        }
    }

    @Test
    void oneCallMapsABatchIntoItsElements() {
        var sizes = new ArrayList<Integer>();
        var chain = Dataset.range(10).mapBatch(4, batch -> {
            synchronized (sizes) {
                sizes.add(batch.size());
            }
            return batch.stream().map(i -> i * i).toList();
        });
        assertThat(all(chain)).containsExactly(0L, 1L, 4L, 9L, 16L, 25L, 36L, 49L, 64L, 81L);
        assertThat(sizes).containsExactlyInAnyOrder(4, 4, 2);
        assertThatThrownBy(() -> all(Dataset.range(10).mapBatch(4, _ -> List.of(1))))
                .hasMessageContaining("it got 4 and returned 1");
    }

    @Test
    void orderIsKeptUnlessUnordered() {
        assertThat(all(Dataset.range(500).ordered(true).batch(100)))
                .hasSize(5)
                .first()
                .isEqualTo(numbers(100));
        assertThat(Dataset.range(500).ordered(true).batch(100).explain()).contains("one task per batch");
    }

    @Test
    void explainShowsWhereEachStepRuns() {
        assertThat(stream(5)
                        .mapBatch(2, batch -> batch)
                        .ordered(false)
                        .prefetch(3)
                        .explain())
                .isEqualTo("""
                    prefetch 3                         computed ahead by one thread
                    └ unordered                        elements come out as they are ready; the order differs from run to run
                      └ mapBatch                       on the consumer's thread
                        └ batch 2                      collected from a stream; the last batch of an epoch may be smaller
                          └ generate                   a stream, read by one thread
                    """);
    }
}
