package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.ShuffleBlocks;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class DatasetTest {
    private static final Seed SEED = new Seed(3);

    private static <T> List<T> all(Dataset<T> dataset) {
        return all(dataset, Set.of());
    }

    private static <T> List<T> all(Dataset<T> dataset, Set<PipelineOptimization> without) {
        try (var iterator = dataset.iterate(PipelineResources.workers(2), DataState.START, without)) {
            var elements = new ArrayList<T>();
            iterator.forEachRemaining(elements::add);
            return elements;
        }
    }

    private static List<Long> numbers(long size) {
        return LongStream.range(0, size).boxed().toList();
    }

    // ---- meaning

    @Test
    void elementsComeInOrderWhateverTheWorkersDo() {
        assertThat(all(Dataset.range(10_000))).isEqualTo(numbers(10_000));
    }

    @Test
    void mapFilterAndFlatMapDoWhatTheySay() {
        var chain = Dataset.range(10)
                .map(i -> i * i)
                .filter(i -> i % 2 == 0)
                .flatMap(i -> List.of(i, -i))
                .map(i -> i + 1);
        assertThat(all(chain)).containsExactly(1L, 1L, 5L, -3L, 17L, -15L, 37L, -35L, 65L, -63L);
    }

    @Test
    void takeSkipAndShardSelectByPosition() {
        assertThat(all(Dataset.range(10).skip(3).take(4))).containsExactly(3L, 4L, 5L, 6L);
        assertThat(all(Dataset.range(10).shard(1, 4))).containsExactly(1L, 5L, 9L);
        assertThat(all(Dataset.range(10).shard(2, 4))).containsExactly(2L, 6L);
        assertThat(all(Dataset.range(3).take(100))).hasSize(3);
        assertThat(all(Dataset.range(3).skip(100))).isEmpty();
    }

    @Test
    void shardsOfAllRanksTogetherAreTheWholeShuffledDataset() {
        var shuffled = Dataset.range(1000).shuffle(SEED);
        var together = new ArrayList<Long>();
        for (int rank = 0; rank < 3; rank++) {
            together.addAll(all(shuffled.shard(rank, 3)));
        }
        assertThat(together).containsExactlyInAnyOrderElementsOf(numbers(1000));
    }

    @Test
    void concatAndZipJoin() {
        assertThat(all(Dataset.range(2).concat(Dataset.range(3)))).containsExactly(0L, 1L, 0L, 1L, 2L);
        assertThat(all(Dataset.range(3).zip(Dataset.range(5).skip(2), (a, b) -> a + ":" + b)))
                .containsExactly("0:2", "1:3", "2:4");
    }

    @Test
    void aShuffleIsAnotherOneEachEpochAndTheSameForASeed() {
        var epochs = all(Dataset.range(5000).shuffle(SEED).repeat(2));
        assertThat(epochs.subList(0, 5000)).containsExactlyInAnyOrderElementsOf(numbers(5000));
        assertThat(epochs.subList(5000, 10_000)).containsExactlyInAnyOrderElementsOf(numbers(5000));
        assertThat(epochs.subList(0, 5000)).isNotEqualTo(epochs.subList(5000, 10_000));
        assertThat(all(Dataset.range(5000).shuffle(SEED).repeat(2))).isEqualTo(epochs);
    }

    @Test
    void theOrderOfADatasetSeedAndEpochIsPinned() {
        assertThat(all(Dataset.range(60_000)
                        .shuffle(new Seed(7))
                        .repeat(2)
                        .skip(60_000)
                        .take(5)))
                .containsExactly(8272L, 51185L, 39212L, 52849L, 55872L);
    }

    /** The three orders of shuffle, batch and repeat mean what tf.data means by them. */
    @Test
    void shuffleBatchRepeatKeepsEpochsApart() {
        var batches = all(Dataset.range(10).shuffle(SEED).batch(4).repeat(2));
        assertThat(batches).extracting(List::size).containsExactly(4, 4, 2, 4, 4, 2);
        assertThat(flat(batches.subList(0, 3))).containsExactlyInAnyOrderElementsOf(numbers(10));
        assertThat(flat(batches.subList(0, 3))).isNotEqualTo(flat(batches.subList(3, 6)));
    }

    @Test
    void shuffleRepeatBatchLetsBatchesSpanEpochs() {
        var batches = all(Dataset.range(10).shuffle(SEED).repeat(2).batch(4));
        assertThat(batches).extracting(List::size).containsExactly(4, 4, 4, 4, 4);
        assertThat(flat(batches).subList(0, 10)).containsExactlyInAnyOrderElementsOf(numbers(10));
    }

    @Test
    void batchRepeatShuffleMovesWholeBatchesOfAllEpochs() {
        var batches = all(Dataset.range(12).batch(4).repeat(3).shuffle(SEED));
        var expected = List.of(0L, 4L, 8L);
        assertThat(batches)
                .hasSize(9)
                .allMatch(batch -> expected.contains(batch.getFirst()) && batch.get(3) == batch.getFirst() + 3);
        assertThat(batches.subList(0, 3)).isNotEqualTo(all(Dataset.range(12).batch(4)));
    }

    private static List<Long> flat(List<List<Long>> batches) {
        return batches.stream().flatMap(List::stream).toList();
    }

    @Test
    void theLastBatchIsShortDroppedOrWrapped() {
        assertThat(all(Dataset.range(5).batch(2))).endsWith(List.of(4L));
        assertThat(all(Dataset.range(5).batch(2, LastBatch.DROPPED))).endsWith(List.of(2L, 3L));
        assertThat(all(Dataset.range(5).batch(2, LastBatch.WRAPPED))).endsWith(List.of(4L, 0L));
        assertThat(all(Dataset.range(5).filter(_ -> true).batch(2, LastBatch.WRAPPED)))
                .endsWith(List.of(4L, 0L));
        assertThat(all(Dataset.range(5).filter(_ -> true).batch(2, LastBatch.DROPPED)))
                .hasSize(2);
    }

    @Test
    void aWindowShufflesAStream() {
        var shuffled = all(Dataset.generate(() -> numbers(1000).iterator()).shuffle(50, SEED));
        assertThat(shuffled).containsExactlyInAnyOrderElementsOf(numbers(1000)).isNotEqualTo(numbers(1000));
        for (int i = 0; i < 1000; i++) {
            assertThat(shuffled.get(i)).isLessThan(i + 50L);
        }
    }

    @Test
    void interleaveTakesOneOfEachInTurn() {
        var chain = Dataset.range(3).interleave(2, i -> Dataset.of(List.of(10 * i, 10 * i + 1, 10 * i + 2)));
        assertThat(all(chain)).containsExactly(0L, 10L, 1L, 11L, 2L, 12L, 20L, 21L, 22L);
    }

    @Test
    void withoutOrderEveryElementStillComesOnce() {
        var chain = Dataset.range(5000).map(DatasetTest::slowSometimes).ordered(false);
        assertThat(all(chain)).containsExactlyInAnyOrderElementsOf(numbers(5000));
    }

    private static Long slowSometimes(Long element) {
        if (element % 500 == 0) {
            try {
                Thread.sleep(5);
            } catch (InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
        }
        return element;
    }

    @Test
    void aCacheComputesElementsThatFitOnceAndNeverEvictsThem() {
        var computed = new AtomicInteger();
        var chain = Dataset.range(100)
                .map(i -> {
                    computed.incrementAndGet();
                    return i;
                })
                .cache(Cache.memory(new Bytes(60 * 8), _ -> 8))
                .repeat(5);
        assertThat(all(chain)).hasSize(500);
        assertThat(computed.get()).isBetween(100 + 4 * 40, 100 + 4 * 40 + 20);
    }

    @Test
    void randomNumbersDependOnSeedEpochAndSampleOnly() {
        var chain = Dataset.range(300)
                .map((Long i, Worker worker) ->
                        i + ":" + worker.epoch() + ":" + worker.random(SEED).nextInt(1000));
        var plain = all(chain.repeat(2));
        var shuffled = all(chain.shuffle(SEED).repeat(2));
        assertThat(shuffled).containsExactlyInAnyOrderElementsOf(plain);
    }

    // ---- the same with and without optimizations, and from any state

    static Stream<Dataset<?>> chains() {
        var base = Dataset.range(200);
        return Stream.of(
                base,
                base.map(i -> i * 3).batch(7),
                base.shuffle(SEED).batch(16).repeat(3),
                base.shuffle(SEED).repeat(3).batch(16, LastBatch.DROPPED),
                base.shuffle(SEED).shard(1, 3).batch(5, LastBatch.WRAPPED),
                base.filter(i -> i % 3 != 1).batch(7),
                base.filter(i -> i % 3 != 1).batch(7, LastBatch.WRAPPED),
                base.flatMap(i -> numbers(i % 4)).map(i -> i + 1).take(150),
                base.shuffle(SEED).filter(i -> i % 7 == 0).repeat(4).map(i -> -i),
                base.skip(5).take(90).concat(base.filter(i -> i > 150)).batch(4),
                base.zip(base.filter(i -> i % 2 == 0), (a, b) -> a + b),
                base.shuffle(30, SEED).repeat(2).batch(9),
                Dataset.range(6).interleave(3, i -> Dataset.range(10 * i)).batch(4),
                Dataset.generate(() -> numbers(97).iterator())
                        .map(i -> i * 2)
                        .repeat(2)
                        .batch(10),
                base.map((Long i, Worker worker) -> worker.random(SEED).nextInt(100) + i)
                        .shuffle(SEED)
                        .repeat(2),
                base.shard(0, 2).filter(i -> i % 5 != 0).shard(1, 2).skip(3),
                base.batch(10).batch(3).repeat(2),
                base.shuffle(SEED, new ShuffleBlocks(8, 3))
                        .shard(2, 3, ShardRemainder.DROPPED)
                        .repeat(2),
                base.shard(2, 3, ShardRemainder.WRAPPED).batch(6, LastBatch.WRAPPED),
                base.filter(i -> i % 3 != 1).shard(2, 3, ShardRemainder.WRAPPED).batch(4),
                base.shard(0, 3).concat(base.take(9)).repeat(2),
                base.cache(Cache.memory(new Bytes(800), _ -> 8))
                        .shuffle(SEED)
                        .repeat(2)
                        .batch(9),
                base.zip(base.shuffle(SEED), (a, b) -> a + b).skip(11).repeat(2).take(300));
    }

    @ParameterizedTest
    @MethodSource("chains")
    void optimizationsChangeNothing(Dataset<?> chain) {
        var expected = all(chain);
        for (var each : PipelineOptimization.values()) {
            assertThat(all(chain, EnumSet.of(each))).as("without %s", each).isEqualTo(expected);
        }
        assertThat(all(chain, EnumSet.allOf(PipelineOptimization.class))).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("chains")
    void anyStateContinuesWithTheElementThatWouldHaveComeNext(Dataset<?> chain) {
        var expected = all(chain);
        for (int taken : new int[] {0, 1, 2, 5, expected.size() / 2, expected.size() - 1, expected.size()}) {
            if (taken < 0 || taken > expected.size()) {
                continue;
            }
            DataState state;
            try (var iterator = chain.iterate(PipelineResources.workers(2))) {
                for (int i = 0; i < taken; i++) {
                    iterator.next();
                }
                state = DataState.parse(iterator.state().toString());
                if (taken % 2 == 0) {
                    assertThat(iterator.hasNext()).isEqualTo(taken < expected.size()); // looking ahead changes nothing
                    assertThat(iterator.state()).isEqualTo(state);
                }
            }
            try (var iterator = chain.iterate(PipelineResources.workers(3), state)) {
                var rest = new ArrayList<Object>();
                iterator.forEachRemaining(rest::add);
                assertThat(rest)
                        .as("after %d, state %s", taken, state)
                        .isEqualTo(expected.subList(taken, expected.size()));
            }
        }
    }

    @Test
    void withoutOrderAStateStillGivesEveryElementExactlyOnce() {
        var chain = Dataset.range(3000)
                .map(DatasetTest::slowSometimes)
                .flatMap(i -> List.of(2 * i, 2 * i + 1))
                .ordered(false);
        var seen = new ArrayList<Long>();
        var state = DataState.START;
        for (int part = 0; part < 20; part++) {
            try (var iterator = chain.iterate(PipelineResources.workers(3), state)) {
                for (int i = 0; i < 137 && iterator.hasNext(); i++) {
                    seen.add(iterator.next());
                }
                state = iterator.state();
            }
        }
        try (var iterator = chain.iterate(PipelineResources.workers(1), state)) {
            iterator.forEachRemaining(seen::add);
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(numbers(6000));
    }

    // ---- failures

    @Test
    void aFailureSaysAtWhichElement() {
        var chain = Dataset.range(1000).map(i -> 1 / (i - 700)).batch(10);
        assertThatThrownBy(() -> all(chain))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("element 700 of epoch 0 cannot be computed")
                .hasMessageContaining("by zero");
    }

    @Test
    void corruptElementsAreSkippedUpToTheLimit() {
        var chain = Dataset.range(100).map(i -> {
            if (i % 10 == 3) {
                throw new CorruptDataException("element " + i + " is damaged");
            }
            return i;
        });
        assertThat(all(chain.skipCorrupt(10))).hasSize(90);
        assertThatThrownBy(() -> all(chain.skipCorrupt(9))).hasMessageContaining("more than 9 elements are corrupt");
        assertThatThrownBy(() -> all(chain)).hasMessageMatching("element \\d*3 is damaged");
    }

    @Test
    void closingEarlyStopsEveryThread() {
        var iterator = Dataset.range(Long.MAX_VALUE)
                .map(i -> i + 1)
                .repeat()
                .batch(100)
                .iterate(PipelineResources.workers(4));
        iterator.next();
        iterator.close();
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("data-"));
    }

    @Test
    void aShuffleOfAStreamSaysWhatToDoInstead() {
        assertThatThrownBy(() -> all(Dataset.range(5).filter(_ -> true).shuffle(SEED)))
                .hasMessageContaining("use shuffle(window, seed)");
    }

    @Test
    void anEmptyEpochEndsEvenIfRepeatedForever() {
        assertThat(all(Dataset.range(100).filter(_ -> false).repeat())).isEmpty();
        assertThat(all(Dataset.range(0).shuffle(SEED).repeat().batch(3))).isEmpty();
    }

    @Test
    void aStateOfAnotherChainIsRefused() {
        var state = DataState.parse("3");
        assertThatThrownBy(() -> Dataset.range(5).iterate(PipelineResources.workers(1), state))
                .hasMessageContaining("belongs to another chain");
        assertThatThrownBy(() -> DataState.parse("x y")).hasMessageContaining("not the state of a dataset");
    }
}
