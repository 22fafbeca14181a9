package dev.stoker.lab.doctor.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.job.plan.Plan;
import dev.stoker.lab.doctor.PairedRounds;
import dev.stoker.lab.doctor.check.Finding;
import dev.stoker.lab.doctor.check.PlanChange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FixResultTest {
    private static TriedChange kept() {
        var change = new PlanChange(Map.of("workers", "2"), false, Optional.empty(), false, Optional.empty());
        var finding = new Finding("workers", Finding.State.FOUND, "evidence", "advice", Optional.of(change), 1.5);
        return new TriedChange(finding, change, "workers 1 → 2", TriedChange.Outcome.KEPT, 1.4, 0.1, "faster");
    }

    @Test
    void aPlanThatTurnsOutSlowerInTheEndIsThatOfBeforeAndSaysSo() {
        var slower = PairedRounds.of(() -> 100, () -> 60, 3);
        var result = FixResult.unconfirmed(Plan.DEFAULTS, slower, List.of(kept()));
        assertThat(result.isChanged()).isFalse();
        assertThat(result.plan()).isEqualTo(Plan.DEFAULTS);
        assertThat(result.speedup()).isEqualTo(1);
        assertThat(result.imagesPerSecond()).isCloseTo(100, within(1e-9));
        assertThat(result.changes()).singleElement().satisfies(change -> {
            assertThat(change.outcome()).isEqualTo(TriedChange.Outcome.DROPPED);
            assertThat(change.reason()).contains("not confirmed", "0.60 times");
        });
    }
}
