package dev.stoker.telemetry.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PngImageTest {
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "28, 28, 1", "5, 3, 3", "72, 48, 3"})
    void anotherReaderFindsTheSamePixels(int width, int height, int channels) throws IOException {
        var pixels = new byte[width * height * channels];
        new Random(7).nextBytes(pixels);
        var image = ImageIO.read(new ByteArrayInputStream(
                PngImage.of(width, height, channels, pixels).file()));
        assertThat(image.getWidth()).isEqualTo(width);
        assertThat(image.getHeight()).isEqualTo(height);
        for (int i = 0; i < pixels.length; i++) {
            int pixel = i / channels;
            assertThat(image.getRaster().getSample(pixel % width, pixel / width, i % channels))
                    .isEqualTo(pixels[i] & 0xff);
        }
    }

    @Test
    void aWrongNumberOfPixelsIsRefused() {
        assertThatThrownBy(() -> PngImage.of(2, 2, 3, new byte[11])).hasMessageContaining("2×2×3 and 11 bytes");
        assertThatThrownBy(() -> PngImage.of(1, 1, 2, new byte[2])).isInstanceOf(IllegalArgumentException.class);
    }
}
