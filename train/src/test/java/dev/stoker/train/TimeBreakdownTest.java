package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimeBreakdownTest {
    private static final TimeBreakdown BEFORE = of(1, 2, 3, 4);
    private static final TimeBreakdown NOW = of(1.5, 2.25, 5, 9);

    private static TimeBreakdown of(double input, double copy, double compute, double other) {
        return new TimeBreakdown(Map.of(
                TimeShare.INPUT, input,
                TimeShare.COPY, copy,
                TimeShare.COMPUTE, compute,
                TimeShare.OTHER, other));
    }

    @Test
    void timeOutsideOfStepsCountsAsOther() {
        assertThat(NOW.since(BEFORE, 4)).isEqualTo(of(0.5, 0.25, 2, 1.25));
    }

    @Test
    void aTransferBeforeTheIntervalDoesNotAddToItsTime() {
        assertThat(NOW.since(BEFORE, 2.625)).isEqualTo(of(0.5, 0.125, 2, 0));
    }

    @Test
    void norDoesTheWaitForABatchBeforeIt() {
        assertThat(NOW.since(BEFORE, 2.25)).isEqualTo(of(0.25, 0, 2, 0));
    }

    @Test
    void evaluationsAndCheckpointsAreNotOther() {
        var now = NOW.plus(new TimeBreakdown(Map.of(TimeShare.EVALUATION, 1.0, TimeShare.CHECKPOINT, 0.25)));
        var time = now.since(BEFORE, 4);
        assertThat(time.seconds(TimeShare.EVALUATION)).isEqualTo(1);
        assertThat(time.seconds(TimeShare.CHECKPOINT)).isEqualTo(0.25);
        assertThat(time.seconds(TimeShare.OTHER)).isZero();
        assertThat(time.total()).isEqualTo(4);
    }

    @Test
    void sharesHaveTheNamesOfTheirKeysInFiles() {
        assertThat(Arrays.stream(TimeShare.values()).map(TimeShare::key))
                .containsExactly(
                        "input_share",
                        "copy_share",
                        "compute_share",
                        "communication_share",
                        "evaluation_share",
                        "checkpoint_share",
                        "other_share");
    }

    @Test
    void ranksWaitedSinceAnEarlierReading() {
        var before = BEFORE.withRanks(List.of(new RankTime(1, 0.5), new RankTime(2, 1.5)));
        var time = NOW.withRanks(List.of(new RankTime(3, 0.5), new RankTime(6, 3.5)))
                .since(before, 4);
        assertThat(time.communicationShare(1)).isEqualTo(1);
        assertThat(time.stragglerShare(1)).isEqualTo(0.5);
        assertThat(time.stragglerShare(0)).isZero();
        assertThat(time.slowestRank()).isZero();
        assertThat(time.plus(time).ranks()).containsExactly(new RankTime(4, 0), new RankTime(8, 4));
    }

    @Test
    void nothingHasNoShares() {
        assertThat(TimeBreakdown.NONE.share(TimeShare.OTHER)).isZero();
    }
}
