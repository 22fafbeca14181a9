package dev.stoker.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PlainJpegTest {
    private static final Pixels PIXELS = Pixels.smooth(30, 41, 3);
    private static final byte[] PLAIN = Encoded.jpeg(PIXELS);

    private static boolean isPlain(byte[] encoded) {
        var segment = Encoded.segment(encoded);
        return PlainJpeg.is(segment, ImageHeader.read(segment));
    }

    @Test
    void whatCamerasWriteIsPlain() {
        assertThat(isPlain(PLAIN)).isTrue();
        assertThat(isPlain(JpegCases.oriented(PLAIN, 1, true))).isTrue();
        assertThat(isPlain(JpegCases.adobe(PLAIN, 1))).isTrue();
        var withMore = Arrays.copyOf(PLAIN, PLAIN.length + 100);
        assertThat(isPlain(withMore)).isTrue();
    }

    @Test
    void whatNeedsMoreThanTheSimplestDecoderIsNot() {
        assertThat(isPlain(Encoded.progressiveJpeg(PIXELS))).as("progressive").isFalse();
        assertThat(isPlain(JpegCases.oriented(PLAIN, 6, true))).as("turned").isFalse();
        assertThat(isPlain(JpegCases.oriented(PLAIN, 2, false))).as("mirrored").isFalse();
        assertThat(isPlain(Encoded.jpeg(Pixels.smooth(30, 41, 1)))).as("grey").isFalse();
        assertThat(isPlain(JpegCases.inks(Pixels.noise(30, 41, 4, 1))))
                .as("inks")
                .isFalse();
        assertThat(isPlain(JpegCases.adobe(PLAIN, 0))).as("red, green, blue").isFalse();
        assertThat(isPlain(Encoded.as("png", PIXELS.image(BufferedImage.TYPE_INT_RGB))))
                .as("PNG")
                .isFalse();
    }

    @Test
    void componentsCalledByTheirLettersAreColoursAndNotLuma() {
        var letters = PLAIN.clone();
        int frame = JpegCases.frame(letters);
        letters[frame + 10] = 'R';
        letters[frame + 13] = 'G';
        letters[frame + 16] = 'B';
        assertThat(isPlain(letters)).isFalse();
    }

    @Test
    void unusualSamplingIsNotPlain() {
        var unusual = PLAIN.clone();
        unusual[JpegCases.frame(unusual) + 11] = 0x41;
        assertThat(isPlain(unusual)).isFalse();
    }

    @Test
    void arithmeticCodingAndExtendedFramesAreNotPlain() {
        for (int marker : new int[] {0xc1, 0xc9}) {
            var other = PLAIN.clone();
            other[JpegCases.frame(other) + 1] = (byte) marker;
            assertThat(isPlain(other)).isFalse();
        }
    }

    @Test
    void oneThatIsCutOffIsRefusedAsADecoderWould() {
        assertThatThrownBy(() -> isPlain(Arrays.copyOf(PLAIN, PLAIN.length - 20)))
                .isInstanceOf(BadPictureException.class)
                .hasMessageContaining("JPEG cut off");
    }
}
