package dev.stoker.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncoderTest {
    private static final double JPEG_TOLERANCE = 2;

    private final Scratch scratch = Scratch.open();

    @AfterEach
    void close() {
        scratch.close();
    }

    private Picture picture(Pixels pixels) {
        int type = pixels.channels() == 1 ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_INT_RGB;
        var png = MemorySegment.ofArray(Encoded.as("png", pixels.image(type)));
        return Decoder.openCv().decode(png, pixels.channels(), scratch);
    }

    private byte[] encode(Picture picture, ImageFormat format, int quality) {
        return Encoder.openCv(quality).encode(picture, format, scratch).toArray(ValueLayout.JAVA_BYTE);
    }

    @Test
    void aPngGivesThePixelsBack() {
        var pixels = Pixels.noise(31, 47, 3, 1);
        assertThat(Encoded.read(encode(picture(pixels), ImageFormat.PNG, 92)).largestDifference(pixels))
                .isZero();
    }

    @Test
    void aJpegIsCloseAndSmallerAtALowerQuality() {
        var pixels = Pixels.smooth(120, 90, 3);
        byte[] good = encode(picture(pixels), ImageFormat.JPEG, 95);
        assertThat(Encoded.read(good).meanDifference(pixels)).isLessThan(JPEG_TOLERANCE);
        assertThat(encode(picture(pixels), ImageFormat.JPEG, 20)).hasSizeLessThan(good.length);
    }

    /** The buffer is used again, whichever is the larger. */
    @Test
    void onePictureAfterTheOtherComesOutWhole() {
        for (int size : new int[] {200, 20, 300, 7}) {
            var pixels = Pixels.noise(size, size, 3, size);
            assertThat(Encoded.read(encode(picture(pixels), ImageFormat.PNG, 92))
                            .largestDifference(pixels))
                    .isZero();
        }
    }

    @Test
    void greyStaysGrey() {
        byte[] jpeg = encode(picture(Pixels.smooth(40, 30, 1)), ImageFormat.JPEG, 92);
        assertThat(ImageHeader.read(MemorySegment.ofArray(jpeg)).channels()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 101})
    void aQualityOutsideItsRangeIsRefused(int quality) {
        assertThatThrownBy(() -> Encoder.openCv(quality)).hasMessageContaining("got " + quality);
    }

    @ParameterizedTest
    @CsvSource({"200,100,50,1000,100,50", "100,200,50,1000,50,100", "400,40,50,100,100,10", "333,500,256,9999,256,384"})
    void shrinkingKeepsTheProportions(int width, int height, int shorter, int longer, int newWidth, int newHeight) {
        var shrunk = new Shrinking(shorter, longer).apply(picture(Pixels.smooth(height, width, 3)), scratch);
        assertThat(shrunk.width()).isEqualTo(newWidth);
        assertThat(shrunk.height()).isEqualTo(newHeight);
    }

    @Test
    void whatIsSmallEnoughIsNotTouched() {
        var picture = picture(Pixels.smooth(50, 80, 3));
        assertThat(new Shrinking(50, 80).apply(picture, scratch)).isSameAs(picture);
    }
}
