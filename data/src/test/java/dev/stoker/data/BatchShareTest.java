package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class BatchShareTest {
    private static final Seed SEED = new Seed(5);

    /** Sample {@code i} is one byte, and its label is {@code i}. */
    private record Numbered(int size) implements SampleSource {
        @Override
        public Shape shape() {
            return new Shape(1, 1, 1);
        }

        @Override
        public int label(int index) {
            return index;
        }

        @Override
        public MemorySegment sample(int index) {
            return Arena.ofAuto().allocate(1);
        }
    }

    private static DataLoader<?> loader(int samples, int batch) {
        return new Numbered(samples)
                .rows(RowTransform.copy(), SEED)
                .withElements(elements -> elements.shuffle(SEED))
                .batch(batch)
                .repeat(3);
    }

    private static BatchFeed open(DataLoader<?> loader, BatchShare share, DataState state) {
        var resources = PipelineResources.workers(2).withPrefetch(Tunable.fixed(3));
        return loader.share(share).open(resources, BatchMemoryAllocator.host(), state);
    }

    private static List<Long> next(BatchFeed feed) {
        try (var batch = feed.next()) {
            return IntStream.range(0, batch.size())
                    .mapToObj(row -> batch.labels().getAtIndex(ValueLayout.JAVA_LONG, row))
                    .toList();
        }
    }

    private static List<List<Long>> rest(BatchFeed feed) {
        var batches = new ArrayList<List<Long>>();
        while (feed.hasNext()) {
            batches.add(next(feed));
        }
        return batches;
    }

    /** Batches of all ranks, row by row: the first row of each rank, then the second… */
    private static List<List<Long>> together(List<List<List<Long>>> ranks) {
        var joined = new ArrayList<List<Long>>();
        for (int batch = 0; batch < ranks.getFirst().size(); batch++) {
            var rows = new ArrayList<Long>();
            for (int row = 0; row < ranks.getFirst().get(batch).size(); row++) {
                for (var rank : ranks) {
                    if (row < rank.get(batch).size()) {
                        rows.add(rank.get(batch).get(row));
                    }
                }
            }
            joined.add(rows);
        }
        return joined;
    }

    private static List<List<Long>> onRanks(DataLoader<?> loader, int world, DataState state) {
        var ranks = new ArrayList<List<List<Long>>>();
        for (int rank = 0; rank < world; rank++) {
            try (var feed = open(loader, new BatchShare(rank, world), state)) {
                ranks.add(rest(feed));
            }
        }
        return together(ranks);
    }

    @ParameterizedTest
    @CsvSource({"100, 8, 2", "101, 8, 4", "97, 10, 3", "33, 32, 4", "64, 16, 5"})
    void theSharesOfAllRanksAreTheBatchesOfOne(int samples, int batch, int world) {
        var loader = loader(samples, batch);
        assertThat(onRanks(loader, world, DataState.START)).isEqualTo(onRanks(loader, 1, DataState.START));
    }

    @ParameterizedTest
    @CsvSource({"4, 2", "4, 1", "2, 3", "1, 4"})
    void aStateOfOneNumberOfRanksContinuesOnAnother(int before, int after) {
        var loader = loader(103, 10);
        DataState state;
        try (var feed = open(loader, new BatchShare(before - 1, before), DataState.START)) {
            for (int batch = 0; batch < 14; batch++) {
                next(feed);
            }
            state = feed.state();
        }
        List<List<Long>> whole = onRanks(loader, 1, DataState.START);
        assertThat(onRanks(loader, after, state)).isEqualTo(whole.subList(14, whole.size()));
    }

    @Test
    void allRanksHaveTheSameStateEvenWithoutARowOfTheLastBatch() {
        var loader = loader(33, 32);
        var states = new ArrayList<DataState>();
        for (int rank = 0; rank < 4; rank++) {
            try (var feed = open(loader, new BatchShare(rank, 4), DataState.START)) {
                assertThat(next(feed)).hasSize(8);
                assertThat(next(feed)).hasSize(rank == 0 ? 1 : 0);
                states.add(feed.state());
            }
        }
        assertThat(states).containsOnly(states.getFirst());
    }

    @Test
    void rowsWithoutANumberCannotBeShared() {
        var unordered = loader(10, 4).ordered(false);
        assertThatThrownBy(() -> open(unordered, new BatchShare(0, 2), DataState.START))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("2 ranks cannot share batches whose rows have no number");
    }

    @Test
    void aRankThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> new BatchShare(2, 2)).hasMessageContaining("there is no rank 2 of 2");
    }
}
