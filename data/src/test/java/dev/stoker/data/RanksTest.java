package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class RanksTest {
    private static final Seed SEED = new Seed(5);
    private static final int[] WORLDS = {1, 2, 3, 4, 8};

    /** The chain of one rank, in batches of some size. */
    interface Chain {
        Dataset<List<Long>> of(int rank, int world, int batch);
    }

    record Named(String name, Chain chain) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** The elements of each rank, and its state after them. */
    private record Given(List<List<List<Long>>> batches, List<DataState> states) {
        List<Integer> counts() {
            return batches.stream().map(List::size).toList();
        }

        /** One element of each rank in turn: the order before it was divided. */
        List<Long> together() {
            var ofRanks = batches.stream()
                    .map(rank -> rank.stream().flatMap(List::stream).toList())
                    .toList();
            int longest = ofRanks.stream().mapToInt(List::size).max().orElseThrow();
            return IntStream.range(0, longest)
                    .boxed()
                    .flatMap(i ->
                            ofRanks.stream().filter(rank -> i < rank.size()).map(rank -> rank.get(i)))
                    .toList();
        }
    }

    private static Given run(Chain chain, int world, int batch, DataState from, long steps) {
        return run(chain, world, batch, from, steps, Set.of());
    }

    private static Given run(
            Chain chain, int world, int batch, DataState from, long steps, Set<PipelineOptimization> without) {
        var batches = new ArrayList<List<List<Long>>>();
        var states = new ArrayList<DataState>();
        for (int rank = 0; rank < world; rank++) {
            var own = new ArrayList<List<Long>>();
            try (var iterator = chain.of(rank, world, batch)
                    .iterate(PipelineResources.workers(1).withPrefetch(Tunable.fixed(2)), from, without)) {
                while (own.size() < steps && iterator.hasNext()) {
                    own.add(iterator.next());
                }
                states.add(DataState.parse(iterator.state().toString()));
            }
            batches.add(own);
        }
        return new Given(batches, states);
    }

    private static List<Long> numbers(long from, long to) {
        return LongStream.range(from, to).boxed().toList();
    }

    // ---- the same samples on any number of ranks

    static Stream<Named> chains() {
        var base = Dataset.range(101).map((Long i, Worker worker) -> 1000 * worker.epoch() + i);
        return Stream.of(
                new Named(
                        "shuffled",
                        (rank, world, batch) ->
                                base.shuffle(SEED).shard(rank, world).batch(batch)),
                new Named(
                        "mapped after",
                        (rank, world, batch) -> base.shuffle(SEED)
                                .shard(rank, world)
                                .map(i -> i + 1)
                                .batch(batch)
                                .map(b -> b)),
                new Named(
                        "repeated before",
                        (rank, world, batch) ->
                                base.shuffle(SEED).repeat(3).shard(rank, world).batch(batch)),
                new Named(
                        "repeated twice",
                        (rank, world, batch) -> base.shuffle(SEED)
                                .repeat(2)
                                .repeat(2)
                                .shard(rank, world)
                                .batch(batch)),
                new Named(
                        "a part",
                        (rank, world, batch) -> base.skip(7)
                                .take(80)
                                .shuffle(SEED)
                                .shard(rank, world)
                                .batch(batch)),
                new Named(
                        "a part of the order",
                        (rank, world, batch) -> base.shuffle(SEED)
                                .repeat()
                                .skip(37)
                                .take(150)
                                .shard(rank, world)
                                .batch(batch)),
                new Named(
                        "joined",
                        (rank, world, batch) -> base.shuffle(SEED)
                                .concat(Dataset.range(31).map(i -> i + 500))
                                .shard(rank, world)
                                .batch(batch)),
                new Named(
                        "joined and repeated",
                        (rank, world, batch) -> base.take(40)
                                .concat(base.skip(90).shuffle(SEED))
                                .repeat(2)
                                .shard(rank, world)
                                .batch(batch)),
                new Named(
                        "paired",
                        (rank, world, batch) -> base.shuffle(SEED)
                                .zip(base.skip(3), (a, b) -> 1_000_000 * a + b)
                                .shard(rank, world)
                                .batch(batch)),
                new Named(
                        "filtered before",
                        (rank, world, batch) -> base.shuffle(SEED)
                                .filter(i -> i % 4 != 0)
                                .shard(rank, world)
                                .batch(batch)),
                new Named(
                        "from a window",
                        (rank, world, batch) -> Dataset.generate(
                                        () -> numbers(0, 90).iterator())
                                .shuffle(20, SEED)
                                .shard(rank, world)
                                .batch(batch)));
    }

    @ParameterizedTest
    @MethodSource("chains")
    void anotherNumberOfRanksContinuesWithTheSamplesThatWouldHaveComeNext(Named named) {
        var chain = named.chain;
        var expected = run(chain, 1, 1, DataState.START, Long.MAX_VALUE).together();
        for (int before : WORLDS) {
            for (int after : WORLDS) {
                int steps = (7 * before + 3 * after) % (expected.size() / (3 * before) + 1);
                var first = run(chain, before, 3, DataState.START, steps);
                var state = first.states.get(after % before);
                var second = run(chain, after, 5, state, Long.MAX_VALUE);
                var together = new ArrayList<>(first.together());
                together.addAll(second.together());
                assertThat(together)
                        .as("%d ranks, %d batches, then %d ranks from %s", before, steps, after, state)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("chains")
    void anyStopIsExact(Named named) {
        var chain = named.chain;
        var expected = run(chain, 1, 1, DataState.START, Long.MAX_VALUE).together();
        int last = Math.ceilDiv(expected.size(), 6);
        for (int steps = 0; steps <= last; steps = steps == last ? last + 1 : Math.min(last, steps + 1 + steps / 6)) {
            var first = run(chain, 3, 2, DataState.START, steps);
            var second = run(chain, 2, 4, first.states.get(steps == last ? 0 : 2), Long.MAX_VALUE);
            var together = new ArrayList<>(first.together());
            together.addAll(second.together());
            assertThat(together).as("after %d", steps).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("chains")
    void theNumberOfRanksMayChangeAgainAndAgain(Named named) {
        var expected = run(named.chain, 1, 1, DataState.START, Long.MAX_VALUE).together();
        var together = new ArrayList<Long>();
        var state = DataState.START;
        for (int world : new int[] {4, 3, 8, 1, 2}) {
            var part = run(named.chain, world, 2, state, 1);
            together.addAll(part.together());
            state = part.states.get(world - 1);
        }
        together.addAll(run(named.chain, 3, 4, state, Long.MAX_VALUE).together());
        assertThat(together).isEqualTo(expected);
    }

    /** Streams instead of computing by index; the states differ, and the guarantees are the same. */
    @ParameterizedTest
    @MethodSource("chains")
    void withoutOptimizationsTooRanksMayChange(Named named) {
        var without = EnumSet.allOf(PipelineOptimization.class);
        var expected = run(named.chain, 1, 1, DataState.START, Long.MAX_VALUE).together();
        var first = run(named.chain, 4, 2, DataState.START, 5, without);
        var second = run(named.chain, 3, 3, first.states.get(1), Long.MAX_VALUE, without);
        var together = new ArrayList<>(first.together());
        together.addAll(second.together());
        assertThat(together).isEqualTo(expected);
    }

    @Test
    void shardsOfBatchesAreResumedToo() {
        Chain chain = (rank, world, batch) ->
                Dataset.range(100).shuffle(SEED).batch(batch).shard(rank, world);
        var first = run(chain, 4, 5, DataState.START, 2);
        var second = run(chain, 3, 4, first.states.get(3), Long.MAX_VALUE);
        assertThat(second.batches.get(1).getFirst())
                .isEqualTo(run(chain, 1, 4, DataState.START, Long.MAX_VALUE)
                        .batches
                        .getFirst()
                        .get(11));
        var all = Stream.of(first, second)
                .flatMap(given -> given.batches.stream().flatMap(List::stream).flatMap(List::stream))
                .toList();
        assertThat(all).containsExactlyInAnyOrderElementsOf(numbers(0, 100));
    }

    // ---- the same number of batches for all

    record Last(ShardRemainder row, LastBatch batch) {}

    static Stream<Last> lasts() {
        return Stream.of(ShardRemainder.DROPPED, ShardRemainder.WRAPPED)
                .flatMap(row -> Stream.of(LastBatch.values()).map(batch -> new Last(row, batch)));
    }

    @ParameterizedTest
    @MethodSource("lasts")
    void evenRanksAgreeInEveryEpochBeforeAndAfterAChange(Last last) {
        for (int size : new int[] {1, 7, 50}) {
            Chain chain = (rank, world, batch) -> Dataset.range(size)
                    .map((Long i, Worker worker) -> 1000 * worker.epoch() + i)
                    .shuffle(SEED)
                    .shard(rank, world, last.row)
                    .batch(batch, last.batch)
                    .repeat(3);
            for (int before : WORLDS) {
                for (int after : WORLDS) {
                    for (int steps : new int[] {0, 1, 4, 1000}) {
                        var first = run(chain, before, 3, DataState.START, steps);
                        var second = run(chain, after, 4, first.states.get(before - 1), Long.MAX_VALUE);
                        assertThat(new HashSet<>(first.counts())).hasSize(1);
                        assertThat(new HashSet<>(second.counts())).hasSize(1);
                        var all = new ArrayList<>(first.together());
                        all.addAll(second.together());
                        boolean nothingTwice = last.row == ShardRemainder.DROPPED && last.batch != LastBatch.WRAPPED;
                        boolean nothingLost = last.row == ShardRemainder.WRAPPED && last.batch != LastBatch.DROPPED;
                        var where = "%d elements, %d then %d ranks after %d".formatted(size, before, after, steps);
                        if (nothingTwice) {
                            assertThat(all).as(where).doesNotHaveDuplicates();
                        }
                        if (nothingLost) {
                            assertThat(new HashSet<>(all)).as(where).hasSize(3 * size);
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ShardRemainder.class)
    void theLastRowIsTheSameByIndexAndInAStream(ShardRemainder last) {
        for (int size = 0; size < 12; size++) {
            var numbers = numbers(0, size);
            Chain byIndex = (rank, world, batch) ->
                    Dataset.of(numbers).shard(rank, world, last).batch(batch);
            Chain walked = (rank, world, batch) ->
                    Dataset.generate(numbers::iterator).shard(rank, world, last).batch(batch);
            for (int world : WORLDS) {
                var expected = run(byIndex, world, 1, DataState.START, Long.MAX_VALUE);
                assertThat(run(walked, world, 1, DataState.START, Long.MAX_VALUE).batches)
                        .isEqualTo(expected.batches);
                if (size > 2) {
                    var state = run(walked, world, 1, DataState.START, 1).states.getFirst();
                    var indexedState =
                            run(byIndex, world, 1, DataState.START, 1).states.getFirst();
                    assertThat(run(walked, 3, 1, state, Long.MAX_VALUE).batches)
                            .isEqualTo(run(byIndex, 3, 1, indexedState, Long.MAX_VALUE).batches);
                }
            }
        }
    }

    @Test
    void aRowIsShortDroppedOrWrapped() {
        assertThat(rows(ShardRemainder.SHORT)).containsExactly(List.of(0L, 3L), List.of(1L, 4L), List.of(2L));
        assertThat(rows(ShardRemainder.DROPPED)).containsExactly(List.of(0L), List.of(1L), List.of(2L));
        assertThat(rows(ShardRemainder.WRAPPED)).containsExactly(List.of(0L, 3L), List.of(1L, 4L), List.of(2L, 0L));
    }

    private static List<List<Long>> rows(ShardRemainder last) {
        Chain chain = (rank, world, batch) ->
                Dataset.range(5).shard(rank, world, last).batch(batch);
        return run(chain, 3, 5, DataState.START, 9).batches.stream()
                .map(List::getFirst)
                .toList();
    }

    @Test
    void afterAFilterRepeatAndTakeGiveEveryRankTheSameNumberOfBatches() {
        Chain chain = (rank, world, batch) -> Dataset.range(100)
                .shuffle(SEED)
                .shard(rank, world)
                .filter(i -> i < 40 || i % 7 == 0)
                .repeat()
                .batch(batch)
                .take(25);
        assertThat(run(chain, 3, 4, DataState.START, Long.MAX_VALUE).counts()).containsExactly(25, 25, 25);
    }

    @Test
    void corruptElementsLeaveEveryRankTheSameNumberOfBatches() {
        Chain chain = (rank, world, batch) -> Dataset.range(100)
                .map(i -> {
                    if (i % 10 == 3) {
                        throw new CorruptDataException("element " + i + " is damaged");
                    }
                    return i;
                })
                .shard(rank, world)
                .skipCorrupt(1000)
                .repeat()
                .batch(batch)
                .take(30);
        assertThat(run(chain, 4, 8, DataState.START, Long.MAX_VALUE).counts()).containsExactly(30, 30, 30, 30);
    }

    // ---- states that cannot be carried over

    static Stream<Named> boundChains() {
        var base = Dataset.range(100);
        return Stream.of(
                new Named(
                        "put filter before shard",
                        (rank, world, batch) ->
                                base.shard(rank, world).filter(i -> i % 3 != 0).batch(batch)),
                new Named(
                        "put skipCorrupt before shard",
                        (rank, world, batch) ->
                                base.shard(rank, world).skipCorrupt(1).batch(batch)),
                new Named(
                        "put shuffle before shard",
                        (rank, world, batch) ->
                                base.shard(rank, world).shuffle(SEED).batch(batch)),
                new Named(
                        "put shuffle before shard",
                        (rank, world, batch) ->
                                base.shard(rank, world).shuffle(10, SEED).batch(batch)),
                new Named(
                        "put interleave before shard",
                        (rank, world, batch) -> base.shard(rank, world)
                                .interleave(2, i -> Dataset.of(List.of(i)))
                                .batch(batch)),
                new Named(
                        "use ShardRemainder.DROPPED or WRAPPED",
                        (rank, world, batch) ->
                                base.shard(rank, world).batch(batch).repeat(3)),
                new Named(
                        "use ShardRemainder.DROPPED or WRAPPED",
                        (rank, world, batch) ->
                                base.shard(rank, world).concat(base).batch(batch)),
                new Named(
                        "change the number of ranks or the batch size at the end",
                        (rank, world, batch) ->
                                base.shard(rank, world).ordered(false).batch(batch)));
    }

    @ParameterizedTest
    @MethodSource("boundChains")
    void aStateThatWouldLoseSamplesOnOtherRanksIsRefused(Named named) {
        var state = run(named.chain, 3, 1, DataState.START, 4).states.getFirst();
        assertThatThrownBy(() -> run(named.chain, 2, 1, state, 1))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("another number of ranks")
                .hasMessageContaining("2 ranks, SHORT")
                .hasMessageContaining(named.name);
    }

    @ParameterizedTest
    @MethodSource("boundChains")
    void onTheSameRanksItContinues(Named named) {
        var expected = run(named.chain, 3, 2, DataState.START, Long.MAX_VALUE);
        var first = run(named.chain, 3, 2, DataState.START, 4);
        for (int rank = 0; rank < 3; rank++) {
            int own = rank;
            Chain ofRank = (_, _, batch) -> named.chain.of(own, 3, batch);
            var rest = run(ofRank, 1, 2, first.states.get(rank), Long.MAX_VALUE);
            var together = new ArrayList<>(first.batches.get(rank));
            together.addAll(rest.batches.getFirst());
            assertThat(together).containsExactlyInAnyOrderElementsOf(expected.batches.get(rank));
        }
    }

    @Test
    void betweenEpochsEvenARanksOwnShuffleMayChange() {
        Chain chain = (rank, world, batch) ->
                Dataset.range(24).shard(rank, world).shuffle(SEED).batch(batch).repeat(2);
        var first = run(chain, 3, 4, DataState.START, 2);
        var second = run(chain, 4, 3, first.states.get(1), Long.MAX_VALUE);
        assertThat(first.together()).containsExactlyInAnyOrderElementsOf(numbers(0, 24));
        assertThat(second.together()).containsExactlyInAnyOrderElementsOf(numbers(0, 24));
    }

    @Test
    void whereRanksHappenToBeEvenRepeatIsCarriedOver() {
        Chain chain = (rank, world, batch) ->
                Dataset.range(100).shard(rank, world).batch(batch).repeat(2);
        var first = run(chain, 3, 50, DataState.START, 1); // 34, 33 and 33 elements: a batch each
        var second = run(chain, 2, 10, first.states.getFirst(), Long.MAX_VALUE);
        assertThat(second.together()).isEqualTo(numbers(0, 100));
    }

    @Test
    void aStateOfDataThatHasChangedIsRefused() {
        Chain larger = (rank, world, batch) ->
                Dataset.range(100).shuffle(SEED).shard(rank, world).batch(batch);
        Chain smaller = (rank, world, batch) ->
                Dataset.range(99).shuffle(SEED).shard(rank, world).batch(batch);
        var state = run(larger, 2, 5, DataState.START, 3).states.getFirst();
        assertThatThrownBy(() -> run(smaller, 2, 5, state, 1))
                .hasMessageContaining("position 30 of 100 elements, here are 99");
    }
}
