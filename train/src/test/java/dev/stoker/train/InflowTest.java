package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.tensor.Device;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class InflowTest {
    @ParameterizedTest
    @MethodSource("dev.stoker.train.InflowTrial#origins")
    void everyBatchArrivesInOrderFromAFeedOfFewSlots(InflowTrial.Origin origin) {
        assertThat(InflowTrial.run(Device.CPU, 2, origin).batches()).isEqualTo(InflowTrial.expected());
    }

    @Test
    void thePartsOfTheTimeAddUpToTheClock() {
        var outcome = InflowTrial.run(Device.CPU, 20, new InflowTrial.Origin(2, false));
        var time = outcome.time();
        assertThat(time.seconds()).isCloseTo(outcome.seconds(), within(1e-6));
        assertThat(time.computing()).isPositive();
        assertThat(time.input()).isNotNegative();
        assertThat(time.copying()).isPositive();
        assertThat(time.share(time.input())
                        + time.share(time.copying())
                        + time.share(time.computing())
                        + time.share(time.other()))
                .isCloseTo(1, within(1e-9));
    }

    @Test
    void secondsThatStepsDidNotTakeWentToOtherThings() {
        var before = new TimeSplit(1, 2, 3, 4);
        var now = new TimeSplit(1.5, 2.25, 5, 9);
        assertThat(now.since(before, 4)).isEqualTo(new TimeSplit(0.5, 0.25, 2, 1.25));
    }

    @Test
    void secondsOfABatchThatWasBroughtBeforeAreNotAddedToThoseOnTheClock() {
        var before = new TimeSplit(1, 2, 3, 4);
        var now = new TimeSplit(1.5, 2.25, 5, 9);
        assertThat(now.since(before, 2.625)).isEqualTo(new TimeSplit(0.5, 0.125, 2, 0));
    }
}
