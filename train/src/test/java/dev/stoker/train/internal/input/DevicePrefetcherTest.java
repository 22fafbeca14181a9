package dev.stoker.train.internal.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.tensor.Device;
import dev.stoker.train.TimeBreakdown;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class DevicePrefetcherTest {
    @ParameterizedTest
    @MethodSource("dev.stoker.train.internal.input.DevicePrefetcherTrial#origins")
    void everyBatchArrivesInOrderFromAFeedOfFewSlots(DevicePrefetcherTrial.Origin origin) {
        assertThat(DevicePrefetcherTrial.run(Device.CPU, 2, origin).batches())
                .isEqualTo(DevicePrefetcherTrial.expected());
    }

    @Test
    void thePartsAddUpToTheWallClockTime() {
        var outcome = DevicePrefetcherTrial.run(Device.CPU, 20, new DevicePrefetcherTrial.Origin(2, false));
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
    void timeOutsideOfStepsCountsAsOther() {
        var before = new TimeBreakdown(1, 2, 3, 4);
        var now = new TimeBreakdown(1.5, 2.25, 5, 9);
        assertThat(now.since(before, 4)).isEqualTo(new TimeBreakdown(0.5, 0.25, 2, 1.25));
    }

    @Test
    void aTransferBeforeTheIntervalDoesNotAddToItsTime() {
        var before = new TimeBreakdown(1, 2, 3, 4);
        var now = new TimeBreakdown(1.5, 2.25, 5, 9);
        assertThat(now.since(before, 2.625)).isEqualTo(new TimeBreakdown(0.5, 0.125, 2, 0));
    }
}
