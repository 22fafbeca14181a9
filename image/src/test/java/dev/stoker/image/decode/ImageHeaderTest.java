package dev.stoker.image.decode;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.image.EncodedImages;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.JpegCases;
import dev.stoker.image.Pixels;
import dev.stoker.image.PngCases;
import java.awt.image.BufferedImage;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageHeaderTest {
    private static final Pixels PIXELS = Pixels.smooth(30, 41, 3);
    private static final BufferedImage IMAGE = PIXELS.image(BufferedImage.TYPE_INT_RGB);

    @Test
    void everyFormatHasItsSizeInTheHeader() {
        var gray = Pixels.smooth(30, 41, 1);
        assertThat(read(EncodedImages.jpeg(PIXELS))).isEqualTo(header(ImageFormat.JPEG, 3));
        assertThat(read(EncodedImages.jpeg(gray))).isEqualTo(header(ImageFormat.JPEG, 1));
        assertThat(read(EncodedImages.as("png", IMAGE))).isEqualTo(header(ImageFormat.PNG, 3));
        assertThat(read(EncodedImages.as("png", PIXELS.image(BufferedImage.TYPE_INT_ARGB))))
                .isEqualTo(header(ImageFormat.PNG, 4));
        assertThat(read(EncodedImages.as("png", gray.image(BufferedImage.TYPE_BYTE_GRAY))))
                .isEqualTo(header(ImageFormat.PNG, 1));
        assertThat(read(EncodedImages.as("png", PIXELS.image(BufferedImage.TYPE_BYTE_INDEXED))))
                .isEqualTo(header(ImageFormat.PNG, 3));
        assertThat(read(EncodedImages.as("bmp", IMAGE))).isEqualTo(header(ImageFormat.BMP, 3));
        assertThat(read(EncodedImages.as("gif", IMAGE))).isEqualTo(header(ImageFormat.GIF, 3));
    }

    @Test
    void everyKindOfWebpHasItsSizeInTheHeader() {
        assertThat(read(EncodedImages.webp(PIXELS, 80))).isEqualTo(header(ImageFormat.WEBP, 3));
        assertThat(read(EncodedImages.webp(PIXELS, 101))).isEqualTo(header(ImageFormat.WEBP, 3));
        assertThat(read(EncodedImages.webp(Pixels.noise(30, 41, 4, 1), 80))).isEqualTo(header(ImageFormat.WEBP, 4));
        assertThat(read(EncodedImages.webp(Pixels.noise(30, 41, 4, 1), 101))).isEqualTo(header(ImageFormat.WEBP, 4));
    }

    private static ImageHeader header(ImageFormat format, int channels) {
        return new ImageHeader(format, 41, 30, channels, false, CmykEncoding.NONE, Orientation.UPRIGHT);
    }

    @Test
    void aProgressiveJpegSaysSo() {
        assertThat(read(EncodedImages.progressiveJpeg(PIXELS)).progressive()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theOrientationIsReadInEitherByteOrder(boolean little) {
        int value = 0;
        for (var expected : Orientation.values()) {
            value++;
            var header = read(JpegCases.oriented(EncodedImages.jpeg(PIXELS), value, little));
            assertThat(header.orientation()).isEqualTo(expected);
            assertThat(header.uprightWidth()).isEqualTo(value < 5 ? 41 : 30);
            assertThat(header.uprightHeight()).isEqualTo(value < 5 ? 30 : 41);
        }
    }

    @Test
    void aBrokenExifBlockMeansUpright() {
        var whole = JpegCases.exifSegment(6, true);
        for (int length = 6; length < whole.length - 4; length++) {
            var header =
                    read(EncodedImages.withSegment(EncodedImages.jpeg(PIXELS), 0xe1, Arrays.copyOf(whole, length)));
            assertThat(header.orientation()).isIn(Orientation.UPRIGHT, Orientation.ROTATE_90_CLOCKWISE);
        }
        var odd = read(JpegCases.oriented(EncodedImages.jpeg(PIXELS), 9, true));
        assertThat(odd.orientation()).isEqualTo(Orientation.UPRIGHT);
    }

    @Test
    void theOrientationOfAPngIsRead() {
        var png = EncodedImages.as("png", IMAGE);
        assertThat(read(PngCases.withChunk(png, "eXIf", EncodedImages.exif(8, false)))
                        .orientation())
                .isEqualTo(Orientation.ROTATE_90_COUNTERCLOCKWISE);
    }

    /** Only the extended kind, which transparency requires, may hold more than pixels. */
    @Test
    void theOrientationOfAWebpIsRead() {
        var webp = EncodedImages.webp(Pixels.noise(30, 41, 4, 1), 80);
        var exif = EncodedImages.exif(3, true);
        var longer = Arrays.copyOf(webp, webp.length + 8 + exif.length);
        System.arraycopy("EXIF".getBytes(US_ASCII), 0, longer, webp.length, 4);
        longer[webp.length + 4] = (byte) exif.length;
        System.arraycopy(exif, 0, longer, webp.length + 8, exif.length);
        longer[20] |= 0x08;
        assertThat(read(longer).orientation()).isEqualTo(Orientation.ROTATE_180);
    }

    @Test
    void theCmykEncodingIsReadFromAdobesMarker() {
        var cmyk = JpegCases.cmyk(Pixels.smooth(8, 8, 4));
        assertThat(read(cmyk).cmykEncoding()).isEqualTo(CmykEncoding.CMYK);
        assertThat(read(JpegCases.adobe(cmyk, 0)).cmykEncoding()).isEqualTo(CmykEncoding.ADOBE_CMYK);
        assertThat(read(JpegCases.adobe(cmyk, 2)).cmykEncoding()).isEqualTo(CmykEncoding.ADOBE_YCCK);
        assertThat(read(cmyk).channels()).isEqualTo(4);
    }

    /** However few bytes there are, the result is a header or an error. */
    @Test
    void headersThatEndEarlyAreRefused() {
        for (var whole : new byte[][] {
            JpegCases.oriented(EncodedImages.jpeg(PIXELS), 6, false),
            EncodedImages.as("png", IMAGE),
            EncodedImages.as("bmp", IMAGE),
            EncodedImages.as("gif", IMAGE),
            EncodedImages.webp(PIXELS, 80)
        }) {
            for (int length = 8; length < 26; length++) {
                var start = Arrays.copyOf(whole, length);
                try {
                    assertThat(read(start).width()).isEqualTo(41);
                } catch (InvalidImageException refused) {
                    assertThat(refused).hasMessageMatching("(?s).*(truncated|corrupt|not an image).*");
                }
            }
        }
    }

    @Test
    void theMessageOfATruncatedHeaderSaysWhere() {
        var start = Arrays.copyOf(EncodedImages.as("bmp", IMAGE), 20);
        assertThatThrownBy(() -> read(start)).hasMessage("BMP truncated: its header needs byte 20, and there are 20");
    }

    @Test
    void aJpegOfTwelveBitsIsRefused() {
        var jpeg = EncodedImages.jpeg(PIXELS);
        jpeg[JpegCases.frame(jpeg) + 4] = 12;
        assertThatThrownBy(() -> read(jpeg)).hasMessage("JPEG of 12 bits per sample; 8 are supported");
    }

    private static ImageHeader read(byte[] encoded) {
        return ImageHeader.read(MemorySegment.ofArray(encoded));
    }
}
