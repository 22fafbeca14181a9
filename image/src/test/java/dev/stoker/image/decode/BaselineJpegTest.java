package dev.stoker.image.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.image.EncodedImages;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.JpegCases;
import dev.stoker.image.Pixels;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BaselineJpegTest {
    private static final Pixels PIXELS = Pixels.smooth(30, 41, 3);
    private static final byte[] PLAIN = EncodedImages.jpeg(PIXELS);

    private static boolean isBaseline(byte[] encoded) {
        var segment = EncodedImages.segment(encoded);
        return BaselineJpeg.is(segment, ImageHeader.read(segment));
    }

    @Test
    void jpegsOfCamerasAreBaseline() {
        assertThat(isBaseline(PLAIN)).isTrue();
        assertThat(isBaseline(JpegCases.oriented(PLAIN, 1, true))).isTrue();
        assertThat(isBaseline(JpegCases.adobe(PLAIN, 1))).isTrue();
        var withMore = Arrays.copyOf(PLAIN, PLAIN.length + 100);
        assertThat(isBaseline(withMore)).isTrue();
    }

    @Test
    void otherJpegsAreNotBaseline() {
        assertThat(isBaseline(EncodedImages.progressiveJpeg(PIXELS)))
                .as("progressive")
                .isFalse();
        assertThat(isBaseline(JpegCases.oriented(PLAIN, 6, true))).as("turned").isFalse();
        assertThat(isBaseline(JpegCases.oriented(PLAIN, 2, false)))
                .as("flipped")
                .isFalse();
        assertThat(isBaseline(EncodedImages.jpeg(Pixels.smooth(30, 41, 1))))
                .as("gray")
                .isFalse();
        assertThat(isBaseline(JpegCases.cmyk(Pixels.noise(30, 41, 4, 1))))
                .as("cmyk")
                .isFalse();
        assertThat(isBaseline(JpegCases.adobe(PLAIN, 0))).as("red, green, blue").isFalse();
        assertThat(isBaseline(EncodedImages.as("png", PIXELS.image(BufferedImage.TYPE_INT_RGB))))
                .as("PNG")
                .isFalse();
    }

    @Test
    void componentsNamedRgbAreNotLuma() {
        var letters = PLAIN.clone();
        int frame = JpegCases.frame(letters);
        letters[frame + 10] = 'R';
        letters[frame + 13] = 'G';
        letters[frame + 16] = 'B';
        assertThat(isBaseline(letters)).isFalse();
    }

    @Test
    void rareSubsamplingIsNotBaseline() {
        var rare = PLAIN.clone();
        rare[JpegCases.frame(rare) + 11] = 0x41;
        assertThat(isBaseline(rare)).isFalse();
    }

    @Test
    void arithmeticCodingAndExtendedFramesAreNotBaseline() {
        for (int marker : new int[] {0xc1, 0xc9}) {
            var other = PLAIN.clone();
            other[JpegCases.frame(other) + 1] = (byte) marker;
            assertThat(isBaseline(other)).isFalse();
        }
    }

    @Test
    void aTruncatedOneIsRefusedAsByADecoder() {
        assertThatThrownBy(() -> isBaseline(Arrays.copyOf(PLAIN, PLAIN.length - 20)))
                .isInstanceOf(InvalidImageException.class)
                .hasMessageContaining("JPEG truncated");
    }
}
