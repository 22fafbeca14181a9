package dev.stoker.core.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageRouteTest {
    private static final Shape TARGET = new Shape(32, 32, 3);
    private static final ImageRowLayout LAYOUT = new ImageRowLayout(20_000, 40, 64);

    @Test
    void rowsOfTheHostRouteAreTheImagesAndTakeNoFurtherDeviceMemory() {
        var route = ImageRoute.host();
        assertThat(route.rowBytes(TARGET)).isEqualTo(TARGET.bytes());
        assertThat(route.deviceMemory(64)).isEqualTo(new Bytes(0));
    }

    @Test
    void residentImagesTakeTheSameMemoryForEveryBatchSizeAndRowsAreParameters() {
        var route = new ImageRoute.DeviceResident(new Shape(28, 28, 1), 1000);
        assertThat(route.rowBytes(TARGET)).isEqualTo(AugmentationParameters.BYTES);
        assertThat(route.deviceMemory(64)).isEqualTo(new Bytes(784_000)).isEqualTo(route.deviceMemory(1));
        assertThat(route.withImages(10).deviceMemory(64)).isEqualTo(new Bytes(7840));
    }

    @Test
    void streamedImagesHaveACellInEachBufferOfTheDevice() {
        for (var route :
                new ImageRoute[] {new ImageRoute.DeviceAugmented(LAYOUT), new ImageRoute.DeviceDecoded(LAYOUT, 0.5)}) {
            assertThat(route.rowBytes(TARGET)).isEqualTo(LAYOUT.bytes());
            assertThat(route.deviceMemory(64)).isEqualTo(new Bytes(3L * 64 * 40 * 64 * 3));
            assertThat(route.withImages(10)).isEqualTo(route);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void aShareOutsideZeroToOneIsRefused(double share) {
        assertThatThrownBy(() -> new ImageRoute.DeviceDecoded(LAYOUT, share))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("between 0 and 1");
    }
}
