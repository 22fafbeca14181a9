package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.BlockPermutation;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.ShuffleBlocks;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BlockShuffleTest {
    private static final Seed SEED = new Seed(11);
    private static final ShuffleBlocks BLOCKS = new ShuffleBlocks(16, 4);

    private static List<Long> all(Dataset<Long> dataset) {
        try (var iterator = dataset.iterate(PipelineResources.workers(3))) {
            var elements = new ArrayList<Long>();
            iterator.forEachRemaining(elements::add);
            return elements;
        }
    }

    @Test
    void eachEpochIsAnotherPermutationByBlocks() {
        var numbers = LongStream.range(0, 1001).boxed().toList();
        var epochs = all(Dataset.range(1001).shuffle(SEED, BLOCKS).repeat(2));
        var permutation = new BlockPermutation(1001, BLOCKS, SEED.forEpoch(1));
        assertThat(epochs.subList(0, 1001)).containsExactlyInAnyOrderElementsOf(numbers);
        assertThat(epochs.subList(1001, 2002))
                .isEqualTo(numbers.stream().map(permutation::at).toList())
                .isNotEqualTo(epochs.subList(0, 1001));
    }

    @Test
    void aStateOfAnyRankContinuesOnOthers() {
        var expected = all(Dataset.range(500).shuffle(SEED, BLOCKS).repeat(2));
        DataState state;
        try (var iterator =
                Dataset.range(500).shuffle(SEED, BLOCKS).repeat(2).shard(2, 4).iterate(PipelineResources.workers(2))) {
            for (int i = 0; i < 111; i++) {
                iterator.next();
            }
            state = iterator.state();
        }
        try (var iterator = Dataset.range(500)
                .shuffle(SEED, BLOCKS)
                .repeat(2)
                .shard(0, 1)
                .iterate(PipelineResources.workers(2), state)) {
            var rest = new ArrayList<Long>();
            iterator.forEachRemaining(rest::add);
            assertThat(rest).isEqualTo(expected.subList(444, 1000));
        }
    }

    @Test
    void explainNamesTheBlocks() {
        assertThat(Dataset.range(100).shuffle(SEED, BLOCKS).explain())
                .startsWith(
                        "shuffle blocks of 16               a permutation of blocks, and of the elements of 4 blocks"
                                + " at a time");
    }

    @Test
    void nothingAndStreamsAreHandledLikeAnyShuffle() {
        assertThat(all(Dataset.range(0).shuffle(SEED, BLOCKS))).isEmpty();
        assertThatThrownBy(() -> all(Dataset.range(9).filter(_ -> true).shuffle(SEED, BLOCKS)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("needs random access and an end")
                .hasMessageContaining("use shuffle(window, seed)");
    }
}
