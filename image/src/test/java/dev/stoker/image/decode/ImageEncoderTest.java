package dev.stoker.image.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.image.EncodedImages;
import dev.stoker.image.Image;
import dev.stoker.image.Pixels;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.transform.DownscaleLimit;
import java.awt.image.BufferedImage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageEncoderTest {
    private static final double JPEG_TOLERANCE = 2;

    private final ScratchBuffers scratch = ScratchBuffers.open();

    @AfterEach
    void close() {
        scratch.close();
    }

    private Image image(Pixels pixels) {
        int type = pixels.channels() == 1 ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_INT_RGB;
        var png = MemorySegment.ofArray(EncodedImages.as("png", pixels.image(type)));
        return ImageDecoder.openCv().decode(png, pixels.channels(), scratch);
    }

    private byte[] encode(Image image, ImageFormat format, int quality) {
        return ImageEncoder.openCv(quality).encode(image, format, scratch).toArray(ValueLayout.JAVA_BYTE);
    }

    @Test
    void aPngIsDecodedToTheSamePixels() {
        var pixels = Pixels.noise(31, 47, 3, 1);
        assertThat(EncodedImages.read(encode(image(pixels), ImageFormat.PNG, 92))
                        .largestDifference(pixels))
                .isZero();
    }

    @Test
    void aJpegIsCloseAndSmallerAtALowerQuality() {
        var pixels = Pixels.smooth(120, 90, 3);
        byte[] good = encode(image(pixels), ImageFormat.JPEG, 95);
        assertThat(EncodedImages.read(good).meanDifference(pixels)).isLessThan(JPEG_TOLERANCE);
        assertThat(encode(image(pixels), ImageFormat.JPEG, 20)).hasSizeLessThan(good.length);
    }

    /** The buffer is reused, whichever image is larger. */
    @Test
    void oneImageAfterTheOtherComesOutWhole() {
        for (int size : new int[] {200, 20, 300, 7}) {
            var pixels = Pixels.noise(size, size, 3, size);
            assertThat(EncodedImages.read(encode(image(pixels), ImageFormat.PNG, 92))
                            .largestDifference(pixels))
                    .isZero();
        }
    }

    @Test
    void grayStaysGray() {
        byte[] jpeg = encode(image(Pixels.smooth(40, 30, 1)), ImageFormat.JPEG, 92);
        assertThat(ImageHeader.read(MemorySegment.ofArray(jpeg)).channels()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 101})
    void aQualityOutsideItsRangeIsRefused(int quality) {
        assertThatThrownBy(() -> ImageEncoder.openCv(quality)).hasMessageContaining("got " + quality);
    }

    @ParameterizedTest
    @CsvSource({"200,100,50,1000,100,50", "100,200,50,1000,50,100", "400,40,50,100,100,10", "333,500,256,9999,256,384"})
    void downscalingKeepsTheAspectRatio(int width, int height, int shorter, int longer, int newWidth, int newHeight) {
        var shrunk = new DownscaleLimit(shorter, longer).apply(image(Pixels.smooth(height, width, 3)), scratch);
        assertThat(shrunk.width()).isEqualTo(newWidth);
        assertThat(shrunk.height()).isEqualTo(newHeight);
    }

    @Test
    void smallImagesAreNotDownscaled() {
        var image = image(Pixels.smooth(50, 80, 3));
        assertThat(new DownscaleLimit(50, 80).apply(image, scratch)).isSameAs(image);
    }
}
