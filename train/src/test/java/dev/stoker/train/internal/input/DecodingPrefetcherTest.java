package dev.stoker.train.internal.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.data.DataState;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DecodingPrefetcherTest {
    @Test
    void everyImageArrivesWithItsLabelInOrder() {
        var outcome = DecodingPrefetcherTrial.run(Device.CPU, 2);
        assertThat(outcome.labels()).isEqualTo(DecodingPrefetcherTrial.order()).hasSize(800);
        assertThat(outcome.images())
                .isEqualTo(outcome.labels().stream()
                        .map(label -> (int) (label - 1000))
                        .toList());
    }

    @Test
    void aBatchThatIsUploadedByItselfIsDecodedToo() {
        var data = new DecodingPrefetcherTrial();
        try (var _ = TensorScope.open("upload");
                var feed = data.training(DataState.START, BatchMemoryAllocator.host())) {
            var input = DeviceInput.forTraining(data, Device.CPU);
            try (var batch = feed.next()) {
                input.upload(batch);
                var levels = input.images(0, batch.size())
                        .permute(0, 2, 3, 1)
                        .toHost()
                        .toArray(ValueLayout.JAVA_FLOAT);
                for (int i = 0; i < batch.size(); i++) {
                    long number = batch.labels().getAtIndex(ValueLayout.JAVA_LONG, i) - 1000;
                    assertThat(Math.round(levels[48 * i])).isEqualTo((int) number);
                }
            }
        }
    }
}
