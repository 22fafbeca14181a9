package dev.stoker.job.plan.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.random.BlockPermutation;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.ShuffleBlocks;
import dev.stoker.data.Dataset;
import dev.stoker.data.PipelineResources;
import java.util.ArrayList;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShuffleModeTest {
    @ParameterizedTest
    @CsvSource({
        "full, full",
        "uniform, full",
        "none, none",
        "window:10, window:10",
        "blocks:64, blocks:64",
        "blocks:64x64, blocks:64",
        "blocks:64x8, blocks:64x8",
        "blocks:1x1, blocks:1x1"
    })
    void eachShuffleHasOneSpelling(String text, String canonical) {
        assertThat(ShuffleMode.parse(text)).hasToString(canonical);
        assertThat(ShuffleMode.parse(canonical)).isEqualTo(ShuffleMode.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Full",
                "blocks",
                "blocks:",
                "blocks:0",
                "blocks:64x",
                "blocks:64x0",
                "blocks:x8",
                "blocks:6x4x2"
            })
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> ShuffleMode.parse(text)).hasMessageContaining("blocks:SIZExGROUP");
    }

    @Test
    void sizeAndGroupAreThoseOfTheOrder() {
        var seed = new Seed(5);
        var expected = new BlockPermutation(1000, new ShuffleBlocks(16, 3), seed.forEpoch(0));
        var order = new ArrayList<Long>();
        try (var iterator = ShuffleMode.parse("blocks:16x3")
                .shuffle(Dataset.range(1000), seed)
                .iterate(PipelineResources.workers(2))) {
            iterator.forEachRemaining(order::add);
        }
        assertThat(order)
                .isEqualTo(LongStream.range(0, 1000).map(expected::at).boxed().toList());
    }
}
