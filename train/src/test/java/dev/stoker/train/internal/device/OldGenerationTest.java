package dev.stoker.train.internal.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OldGenerationTest {
    private static final long MEBIBYTE = 1 << 20;

    @Test
    void aSmallHeapIsCollectedWhenItHasGrownByMegabytes() {
        assertThat(OldGeneration.hasGrown(10 * MEBIBYTE, 15 * MEBIBYTE)).isFalse();
        assertThat(OldGeneration.hasGrown(10 * MEBIBYTE, 17 * MEBIBYTE)).isTrue();
    }

    @Test
    void aLargeHeapIsCollectedWhenHalfOfItWasAdded() {
        assertThat(OldGeneration.hasGrown(1000 * MEBIBYTE, 1400 * MEBIBYTE)).isFalse();
        assertThat(OldGeneration.hasGrown(1000 * MEBIBYTE, 1600 * MEBIBYTE)).isTrue();
    }

    @Test
    void aHeapThatWasCollectedIsNotCollectedAgain() {
        assertThat(OldGeneration.hasGrown(1000 * MEBIBYTE, 900 * MEBIBYTE)).isFalse();
    }
}
