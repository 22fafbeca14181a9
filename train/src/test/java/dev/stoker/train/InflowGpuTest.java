package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Natives;
import dev.stoker.tensor.PageLockedMemory;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("gpu")
@Timeout(60)
class InflowGpuTest {
    private static final Device GPU = new Device.Cuda(0);

    @BeforeAll
    static void thereIsAGpu() {
        Natives.whyNoCuda().ifPresent(Assumptions::abort);
    }

    /** A slot that went back before its copy was done would hold rows of a later batch. */
    @ParameterizedTest
    @ValueSource(ints = {0, 10, 1000})
    void everyBatchArrivesInOrderHoweverSlowTheDeviceIs(int products) {
        assertThat(InflowTrial.origins())
                .allSatisfy(origin -> assertThat(
                                InflowTrial.run(GPU, products, origin).batches())
                        .isEqualTo(InflowTrial.expected()));
        assertThat(PageLockedMemory.whyPlain()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1000})
    void aDeviceThatIsTheSlowerPartHardlyWaits(int products) {
        var origin = new InflowTrial.Origin(2, false);
        InflowTrial.run(GPU, products, origin);
        var outcome = InflowTrial.run(GPU, products, origin);
        var time = outcome.time();
        assertThat(time.seconds()).isCloseTo(outcome.seconds(), within(1e-6));
        assertThat(time.share(time.computing())).isGreaterThan(0.8);
        assertThat(time.share(time.copying())).isLessThan(0.05);
    }
}
