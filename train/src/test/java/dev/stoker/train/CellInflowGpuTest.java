package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Natives;
import dev.stoker.tensor.PictureDecoder;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("gpu")
@Timeout(60)
class CellInflowGpuTest {
    private static final Device GPU = new Device.Cuda(0);

    @BeforeAll
    static void thereIsAGpu() {
        Natives.whyNoCuda().ifPresent(Assumptions::abort);
        PictureDecoder.whyNot(GPU).ifPresent(Assumptions::abort);
    }

    /** A cell that is written before the step behind it is done would hold a picture of a later batch. */
    @ParameterizedTest
    @ValueSource(ints = {0, 10, 1000})
    void everyPictureArrivesInOrderHoweverSlowTheDeviceIs(int products) {
        var outcome = CellTrial.run(GPU, products);
        assertThat(outcome.labels()).isEqualTo(CellTrial.order());
        assertThat(outcome.pictures())
                .isEqualTo(outcome.labels().stream()
                        .map(label -> (int) (label - 1000))
                        .toList());
    }
}
