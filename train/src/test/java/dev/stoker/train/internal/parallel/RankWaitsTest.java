package dev.stoker.train.internal.parallel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.train.RankTime;
import org.junit.jupiter.api.Test;

class RankWaitsTest {
    @Test
    void whatOthersWaitLongerThanTheSlowestRankTheyWaitForIt() {
        var waits = new RankWaits(1, 3);
        waits.add(new long[] {500_000_000, 250_000_000, 750_000_000});
        waits.add(new long[] {250_000_000, 250_000_000, 250_000_000});
        assertThat(waits.read()).containsExactly(new RankTime(0.75, 0.25), new RankTime(0.5, 0), new RankTime(1, 0.5));
    }

    @Test
    void aRankTellsItsOwnWaitOnce() {
        var waits = new RankWaits(1, 3);
        waits.waited(0.25);
        waits.waited(0.5);
        assertThat(waits.take()).containsExactly(0, 750_000_000, 0);
        assertThat(waits.take()).containsOnly(0);
    }
}
