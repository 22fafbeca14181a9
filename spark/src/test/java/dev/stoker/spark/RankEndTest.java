package dev.stoker.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RankEndTest {
    @Test
    void whatAUserMustFixIsNotTriedAgainUnlessTheRunHasBegun() {
        var wrong = RankEnd.of(0, "a", "2\tthere is no dataset");
        assertThat(wrong.isFinal(false)).isTrue();
        assertThat(wrong.isFinal(true)).as("another rank may have been lost").isFalse();
        assertThat(wrong.sentence()).isEqualTo("rank 0 on a ended with exit code 2: there is no dataset");
    }

    @Test
    void aLostExecutorIsAlwaysTriedAgain() {
        var lost = RankEnd.lost(1, "b");
        assertThat(lost.isWell()).isFalse();
        assertThat(lost.isFinal(false)).isFalse();
        assertThat(lost.sentence()).isEqualTo("rank 1 on b was lost with its executor");
    }
}
