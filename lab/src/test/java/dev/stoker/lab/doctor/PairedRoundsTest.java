package dev.stoker.lab.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairedRoundsTest {
    @Test
    void whoBeginsAlternates() {
        List<String> order = new ArrayList<>();
        PairedRounds.of(() -> noted(order, "first"), () -> noted(order, "second"), 2);
        assertThat(order).containsExactly("first", "second", "second", "first");
    }

    private static double noted(List<String> order, String name) {
        order.add(name);
        return 1;
    }

    @Test
    void aMachineThatGetsSlowerSlowsBothVariantsAlike() {
        double[] clock = {1};
        var rounds = PairedRounds.of(() -> 100 * (clock[0] *= 0.95), () -> 150 * (clock[0] *= 0.95), 8);
        assertThat(rounds.ratio()).isCloseTo(1.5, within(0.03));
        assertThat(rounds.isFaster(1.02)).isTrue();
    }

    @Test
    void noiseIsNoGain() {
        var random = new Random(7);
        int kept = 0;
        for (int i = 0; i < 200; i++) {
            var rounds = PairedRounds.untilDecided(
                    () -> 100 + 5 * random.nextGaussian(),
                    () -> 100 + 5 * random.nextGaussian(),
                    1.02,
                    3,
                    8,
                    () -> false);
            kept += rounds.isFaster(1.02) ? 1 : 0;
        }
        assertThat(kept).isLessThan(30);
    }

    @Test
    void aClearGainNeedsFewRounds() {
        int[] calls = {0};
        PairedRounds.untilDecided(() -> 100 + calls[0]++ % 3, () -> 200, 1.02, 3, 8, () -> false);
        assertThat(calls[0]).isEqualTo(3);
    }

    @Test
    void whatCannotGainEnoughIsNotMeasuredForLong() {
        int[] calls = {0};
        PairedRounds.untilDecided(() -> 100, () -> 100 + calls[0]++ % 2 * 0.5, 1.05, 3, 16, () -> false);
        assertThat(calls[0]).isEqualTo(3);
    }

    @Test
    void aReportedRatioIsMeasuredUntilItIsPrecise() {
        var random = new Random(11);
        var rounds = PairedRounds.untilPrecise(
                () -> 100 + 10 * random.nextGaussian(),
                () -> 150 + 15 * random.nextGaussian(),
                0.05,
                5,
                100,
                () -> false);
        assertThat(rounds.noise()).isLessThanOrEqualTo(0.0501);
        assertThat(rounds.logarithms().values()).isGreaterThan(5);
    }

    @Test
    void oneRoundTellsNothing() {
        var rounds = PairedRounds.of(() -> 100, () -> 200, 1);
        assertThat(rounds.isFaster(1.02)).isFalse();
        assertThat(rounds.noise()).isEqualTo(1);
    }
}
