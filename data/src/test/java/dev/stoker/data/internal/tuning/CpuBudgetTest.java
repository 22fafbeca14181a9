package dev.stoker.data.internal.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CpuBudgetTest {
    private static final long MILLISECOND = 1_000_000;

    private final LogicalClock clock = new LogicalClock();

    @Test
    void aBurstOfTwentyMillisecondsIsFree() {
        var budget = new CpuBudget(0.25, clock);
        assertThat(budget.charge(20 * MILLISECOND)).isZero();
        assertThat(budget.charge(10 * MILLISECOND)).isEqualTo(40 * MILLISECOND);
    }

    @Test
    void timeThatPassesUnusedIsNotSavedUp() {
        var budget = new CpuBudget(2, clock);
        clock.advance(100);
        assertThat(budget.charge(30 * MILLISECOND)).isEqualTo(5 * MILLISECOND);
    }

    /** A thread that waits as it is told gets its share of the processor, whatever the sizes of its tasks. */
    @Test
    void theShareOfTheProcessorIsTheBudget() {
        var budget = new CpuBudget(0.25, clock);
        double used = 0;
        for (int task = 0; task < 1000; task++) {
            double seconds = 0.001 * (1 + task % 40);
            clock.advance(seconds);
            used += seconds;
            clock.advance(budget.charge(Math.round(seconds * 1e9)) / 1e9);
        }
        assertThat(used / (clock.nanos() / 1e9)).isCloseTo(0.25, within(0.001));
    }

    @Test
    void onlyLessThanTheWholeMachineIsALimit() {
        int cores = Runtime.getRuntime().availableProcessors();
        assertThat(new CpuBudget(cores, clock).isLimited()).isFalse();
        assertThat(new CpuBudget(cores - 0.5, clock).isLimited()).isTrue();
    }
}
