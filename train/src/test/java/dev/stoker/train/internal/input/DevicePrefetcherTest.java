package dev.stoker.train.internal.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.tensor.Device;
import dev.stoker.train.TimeShare;
import java.util.Arrays;
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
        assertThat(time.total()).isCloseTo(outcome.seconds(), within(1e-6));
        assertThat(time.seconds(TimeShare.COMPUTE)).isPositive();
        assertThat(time.seconds(TimeShare.INPUT)).isNotNegative();
        assertThat(time.seconds(TimeShare.COPY)).isPositive();
        assertThat(Arrays.stream(TimeShare.values()).mapToDouble(time::share).sum())
                .isCloseTo(1, within(1e-9));
    }
}
