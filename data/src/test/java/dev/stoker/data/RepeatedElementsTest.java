package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.random.Seed;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RepeatedElementsTest {
    private static final int SIZE = 60;
    private static final int BATCH = 12;
    private static final Seed ORDER = new Seed(3);

    /** A row is a random number, and its label the element. */
    private record Sample(long element, long random) {}

    private static DataLoader<?> loader(int times) {
        var seed = new Seed(8);
        return Dataset.range(SIZE)
                .randomRows(Long.BYTES, seed, (number, row, worker) -> {
                    row.set(
                            ValueLayout.JAVA_LONG_UNALIGNED,
                            0,
                            worker.random(seed).nextLong());
                    return number;
                })
                .withElements(elements -> elements.shuffle(ORDER).repeatElements(times))
                .batch(BATCH)
                .repeat(3);
    }

    private static List<Sample> read(BatchFeed open) {
        var samples = new ArrayList<Sample>();
        try (var feed = open) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    for (int i = 0; i < batch.size(); i++) {
                        samples.add(new Sample(
                                batch.labels().getAtIndex(ValueLayout.JAVA_LONG, i),
                                batch.rows().get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i * Long.BYTES)));
                    }
                }
            }
        }
        return samples;
    }

    private static BatchFeed open(DataLoader<?> loader, int workers, DataState state) {
        return loader.open(PipelineResources.workers(workers), BatchMemoryAllocator.host(), state);
    }

    @Test
    void eachElementComesInARowWithOtherRandomNumbersAndEpochsKeepTheirLength() {
        var samples = read(open(loader(3), 2, DataState.START));
        assertThat(samples).hasSize(3 * SIZE);
        assertThat(new HashSet<>(samples.stream().map(Sample::random).toList())).hasSize(3 * SIZE);
        for (int i = 0; i < samples.size(); i++) {
            assertThat(samples.get(i).element())
                    .isEqualTo(samples.get(i / 3 * 3).element());
        }
        var first = new HashSet<>(
                samples.subList(0, SIZE).stream().map(Sample::element).toList());
        var second = new HashSet<>(
                samples.subList(SIZE, 2 * SIZE).stream().map(Sample::element).toList());
        assertThat(first).hasSize(SIZE / 3);
        assertThat(second).hasSize(SIZE / 3).isNotEqualTo(first);
    }

    @Test
    void onceIsThePlainOrder() {
        var plain = Dataset.range(SIZE).shuffle(ORDER);
        try (var one = plain.repeatElements(1).iterate(PipelineResources.workers(1));
                var other = plain.iterate(PipelineResources.workers(1))) {
            while (one.hasNext()) {
                assertThat(one.next()).isEqualTo(other.next());
            }
            assertThat(other.hasNext()).isFalse();
        }
    }

    @Test
    void aFeedThatIsResumedWithOtherWorkersContinuesExactly() {
        var whole = read(open(loader(4), 1, DataState.START));
        DataState state;
        try (var feed = open(loader(4), 2, DataState.START)) {
            for (int i = 0; i < 7; i++) {
                feed.next().close();
            }
            state = feed.state();
        }
        assertThat(read(open(loader(4), 3, state))).isEqualTo(whole.subList(7 * BATCH, whole.size()));
    }

    @Test
    void theSharesOfSeveralRanksAreTheRowsOfOne() {
        var whole = read(open(loader(2), 2, DataState.START));
        var ranks = IntStream.range(0, 2)
                .mapToObj(rank -> read(open(loader(2).share(new BatchShare(rank, 2)), 2, DataState.START)))
                .toList();
        var joined = new ArrayList<Sample>();
        ranks.forEach(joined::addAll);
        assertThat(joined).containsExactlyInAnyOrderElementsOf(whole);
    }

    @Test
    void timesBelowOneAreRefused() {
        assertThatThrownBy(() -> Dataset.range(5).repeatElements(0))
                .hasMessage("elements are repeated at least 1 time, got 0");
    }
}
