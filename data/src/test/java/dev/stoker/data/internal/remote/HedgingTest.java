package dev.stoker.data.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HedgingTest {
    private static final long MILLISECOND = 1_000_000;
    private final Hedging hedging = new Hedging();

    @Test
    void anAnswerIsLateWhenItTakesLongerThanNearlyAllOfItsSize() {
        for (int i = 0; i < 200; i++) {
            hedging.answered(100_000, (40 + i % 10) * MILLISECOND);
            hedging.answered(4_000_000, 400 * MILLISECOND);
        }
        assertThat(hedging.lateAfter(100_000)).isBetween(50 * MILLISECOND, 80 * MILLISECOND);
        assertThat(hedging.lateAfter(4_000_000)).isGreaterThan(400 * MILLISECOND);
    }

    @Test
    void aFewStalledAnswersDoNotMakeLateAnswersNormal() {
        for (int i = 0; i < 500; i++) {
            hedging.answered(100_000, (i % 50 == 0 ? 2000 : 40) * MILLISECOND);
        }
        assertThat(hedging.lateAfter(100_000)).isLessThan(100 * MILLISECOND);
    }

    @Test
    void nothingIsLateBeforeThereIsSomethingToCompareWith() {
        hedging.answered(100_000, MILLISECOND);
        assertThat(hedging.lateAfter(100_000)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void atMostATwentiethIsAskedForOnceMore() {
        int hedges = 0;
        for (int i = 0; i < 1000; i++) {
            hedging.requested();
            if (hedging.mayHedge()) {
                hedging.hedged();
                hedges++;
            }
        }
        assertThat(hedges).isBetween(45, 50);
    }

    @Test
    void aStorageThatBecomesSlowIsNotLoadedWithAllThatWasSavedUp() {
        for (int i = 0; i < 100_000; i++) {
            hedging.requested();
        }
        int hedges = 0;
        for (; hedging.mayHedge(); hedges++) {
            hedging.hedged();
        }
        assertThat(hedges).isEqualTo(16);
    }
}
