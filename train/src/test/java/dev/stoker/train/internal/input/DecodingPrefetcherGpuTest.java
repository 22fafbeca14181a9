package dev.stoker.train.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.jpeg.DeviceJpegDecoder;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("gpu")
@Timeout(60)
class DecodingPrefetcherGpuTest {
    private static final Device GPU = new Device.Cuda(0);

    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
        DeviceJpegDecoder.whyUnavailable(GPU).ifPresent(Assumptions::abort);
    }

    /** A cell that is written before the step that reads it is done would hold an image of a later batch. */
    @ParameterizedTest
    @ValueSource(ints = {0, 10, 1000})
    void everyImageArrivesInOrderHoweverSlowTheDeviceIs(int products) {
        var outcome = DecodingPrefetcherTrial.run(GPU, products);
        assertThat(outcome.labels()).isEqualTo(DecodingPrefetcherTrial.order());
        assertThat(outcome.images())
                .isEqualTo(outcome.labels().stream()
                        .map(label -> (int) (label - 1000))
                        .toList());
    }
}
