package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.job.plan.Plan;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class StrategyTest {
    private static final Plan ON_CPU = Plan.DEFAULTS.with("device", "cpu");
    private static final Plan HOGWILD = ON_CPU.with("hogwild-threads", "3");

    private static Strategy fitting(boolean launched, Plan plan) {
        return Strategy.choose(Optional.empty(), launched, OptionalInt.empty(), plan);
    }

    @Test
    void variablesOfALauncherComeFirstAndOneProcessIsTheRest() {
        assertThat(fitting(true, ON_CPU)).isEqualTo(Strategy.WORKERS);
        assertThat(fitting(false, ON_CPU)).isEqualTo(Strategy.SINGLE);
        assertThat(fitting(false, HOGWILD)).isEqualTo(Strategy.HOGWILD);
        assertThat(Strategy.choose(Optional.empty(), false, OptionalInt.of(2), ON_CPU))
                .isEqualTo(Strategy.MIRRORED);
    }

    @Test
    void onlyThreadsWithoutLocksChangeThePlan() {
        assertThat(Strategy.SINGLE.planned(ON_CPU)).isEqualTo(ON_CPU);
        assertThat(Strategy.HOGWILD.planned(HOGWILD)).isEqualTo(HOGWILD);
        assertThat(Strategy.HOGWILD.planned(ON_CPU).distributed().hogwildThreads())
                .isPositive();
        assertThatThrownBy(() -> Strategy.SINGLE.planned(HOGWILD))
                .hasMessageStartingWith("the plan trains 3 threads without locks, but the strategy is single");
    }

    @Test
    void ranksOnACpuAreAskedForByNumber() {
        assertThat(Strategy.mirroredRanks(OptionalInt.of(3), ON_CPU)).isEqualTo(3);
        assertThatThrownBy(() -> Strategy.mirroredRanks(OptionalInt.empty(), ON_CPU))
                .hasMessage("strategy mirrored trains on all GPUs of this host, and device is cpu; give the number of"
                        + " ranks on the CPU with --devices");
        assertThatThrownBy(() -> Strategy.mirroredRanks(OptionalInt.of(0), ON_CPU))
                .hasMessageContaining("--devices must be 1 to ");
    }

    @Test
    void aRankIsNoLauncher() {
        assertThatThrownBy(() -> Strategy.choose(Optional.of(Strategy.MIRRORED), true, OptionalInt.empty(), ON_CPU))
                .hasMessageContaining("variables say that this one is a rank; use strategy workers");
    }
}
