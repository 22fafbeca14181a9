package dev.stoker.train.internal.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.cuda.PinnedMemory;
import dev.stoker.train.TimeShare;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("gpu")
@Timeout(60)
class DevicePrefetcherGpuTest {
    private static final Device GPU = new Device.Cuda(0);

    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
    }

    /** A slot that went back before its copy was done would hold rows of a later batch. */
    @ParameterizedTest
    @ValueSource(ints = {0, 10, 1000})
    void everyBatchArrivesInOrderHoweverSlowTheDeviceIs(int products) {
        assertThat(DevicePrefetcherTrial.origins())
                .allSatisfy(origin -> assertThat(
                                DevicePrefetcherTrial.run(GPU, products, origin).batches())
                        .isEqualTo(DevicePrefetcherTrial.expected()));
        assertThat(PinnedMemory.whyPageable()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1000})
    void aDeviceThatIsTheSlowerPartHardlyWaits(int products) {
        var origin = new DevicePrefetcherTrial.Origin(2, false);
        DevicePrefetcherTrial.run(GPU, products, origin);
        var outcome = DevicePrefetcherTrial.run(GPU, products, origin);
        var time = outcome.time();
        assertThat(time.total()).isCloseTo(outcome.seconds(), within(1e-6));
        assertThat(time.share(TimeShare.COMPUTE)).isGreaterThan(0.8);
        assertThat(time.share(TimeShare.COPY)).isLessThan(0.05);
    }
}
