package dev.stoker.image.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.image.EncodedImages;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.JpegCases;
import dev.stoker.image.Pixels;
import dev.stoker.image.ScratchBuffers;
import java.awt.image.BufferedImage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InvalidImageTest {
    private static final Pixels PIXELS = Pixels.smooth(24, 32, 3);

    private final ScratchBuffers scratch = ScratchBuffers.open();

    @AfterEach
    void close() {
        scratch.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jpeg", "progressive", "bmp", "gif", "webp", "lossless webp"})
    void anImageTruncatedAnywhereIsRefused(String kind) {
        var whole = encoded(kind);
        for (int length = 0; length < whole.length; length++) {
            refuse(Arrays.copyOf(whole, length));
        }
    }

    private void refuse(byte[] encoded) {
        assertThatThrownBy(() -> decode(encoded))
                .as("%d bytes", encoded.length)
                .isInstanceOf(InvalidImageException.class);
    }

    /** Every truncated PNG fails in the same check, so a few lengths suffice. */
    @Test
    void aPngTruncatedAnywhereIsRefused() {
        var whole = encoded("png");
        for (int length = 0; length < whole.length; length += 7) {
            refuse(Arrays.copyOf(whole, length));
        }
        refuse(Arrays.copyOf(whole, whole.length - 1));
        assertThatThrownBy(() -> decode(Arrays.copyOf(whole, whole.length - 5)))
                .hasMessageMatching("PNG truncated: a chunk should start at byte [\\d,]+, and there are [\\d,]+; .*");
    }

    @Test
    void aPngChunkThatClaimsAGigabyteIsRefusedAtOnce() {
        var png = encoded("png");
        png[33] = 0x40;
        assertThatThrownBy(() -> decode(png)).hasMessageContaining("PNG truncated");
    }

    @Test
    void aPngWithoutPixelsIsRefusedBeforeMemoryIsFilledLookingForThem() {
        var png = encoded("png");
        for (int i = 33; i + 4 <= png.length; i++) {
            if (new String(png, i, 4, StandardCharsets.ISO_8859_1).equals("IDAT")) {
                png[i + 2] = 'a';
            }
        }
        assertThatThrownBy(() -> decode(png)).hasMessageContaining("it has no pixels");
    }

    private static byte[] encoded(String kind) {
        return switch (kind) {
            case "jpeg" -> EncodedImages.jpeg(PIXELS);
            case "progressive" -> EncodedImages.progressiveJpeg(PIXELS);
            case "webp" -> EncodedImages.webp(PIXELS, 90);
            case "lossless webp" -> EncodedImages.webp(PIXELS, 101);
            default -> EncodedImages.as(kind, PIXELS.image(BufferedImage.TYPE_INT_RGB));
        };
    }

    @Test
    void theMessageOfATruncatedJpegSaysWhatIsMissing() {
        var jpeg = EncodedImages.jpeg(PIXELS);
        assertThatThrownBy(() -> decode(Arrays.copyOf(jpeg, 700)))
                .hasMessage("JPEG truncated: there is no end marker in its 700 bytes; fetch the file again");
    }

    /** A download that reserved the whole file and then stopped. */
    @Test
    void aJpegWhoseEndIsAllZeroIsRefused() {
        var jpeg = EncodedImages.jpeg(PIXELS);
        var padded = Arrays.copyOf(Arrays.copyOf(jpeg, jpeg.length - 60), jpeg.length + 5000);
        assertThatThrownBy(() -> decode(padded)).hasMessageContaining("no end marker");
    }

    @ParameterizedTest
    @ValueSource(bytes = {0, 0x55, (byte) 0xff})
    void bytesAfterTheEndOfAJpegDoNotMatter(byte garbage) {
        var jpeg = EncodedImages.jpeg(PIXELS);
        var longer = Arrays.copyOf(jpeg, jpeg.length + 300);
        Arrays.fill(longer, jpeg.length, longer.length, garbage);
        assertThat(decode(longer).largestDifference(decode(jpeg))).isZero();
    }

    @Test
    void aTextFileNamedAsAnImageIsRefused() {
        assertThatThrownBy(() -> decode("<html>404</html>".getBytes(UTF_8)))
                .hasMessageContaining("it starts with the text \"<html>404</h\"");
    }

    @Test
    void anImageThatClaimsTooManyPixelsIsRefusedBeforeItIsDecoded() {
        var png = EncodedImages.as("png", PIXELS.image(BufferedImage.TYPE_INT_RGB));
        System.arraycopy(new byte[] {0, 0, (byte) 0xc3, 0x50, 0, 0, (byte) 0xc3, 0x50}, 0, png, 16, 8);
        assertThatThrownBy(() -> decode(png))
                .isInstanceOf(InvalidImageException.class)
                .hasMessage("PNG of 50,000×50,000 = 2,500,000,000 pixels, beyond the limit of 100,000,000 pixels"
                        + " and sides of 65,500; raise the limit if this is intended");
    }

    @Test
    void aSideBeyondTheLimitIsRefused() {
        var gif = encoded("gif");
        gif[6] = gif[7] = (byte) 0xff;
        assertThatThrownBy(() -> decode(gif)).hasMessageContaining("GIF of 65,535×24");
    }

    @Test
    void theLimitIsTheUsersToSet() {
        var encoded = EncodedImages.segment(EncodedImages.jpeg(PIXELS));
        var decoder = ImageDecoder.openCv(new PixelLimit(32 * 24 - 1, 1000));
        assertThatThrownBy(() -> decoder.decode(encoded, 3, scratch)).hasMessageContaining("32×24 = 768 pixels");
        assertThatThrownBy(() -> new PixelLimit(0, 10)).hasMessageContaining("got 0 pixels");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jpeg", "png", "bmp", "gif", "webp"})
    void anImageWithoutPixelsIsRefused(String kind) {
        var bytes = encoded(kind);
        switch (kind) {
            case "jpeg" -> bytes[JpegCases.frame(bytes) + 5] = bytes[JpegCases.frame(bytes) + 6] = 0;
            case "png" -> bytes[19] = 0;
            case "bmp" -> bytes[18] = 0;
            case "gif" -> bytes[8] = 0;
            default -> bytes[26] = 0;
        }
        assertThatThrownBy(() -> decode(bytes)).hasMessageMatching("\\w+ without pixels: .*");
    }

    /** The header and the scan disagree on the number of components. */
    @Test
    void imagesThatTheDecoderCannotReadAreRefused() {
        var jpeg = EncodedImages.jpeg(PIXELS);
        jpeg[JpegCases.frame(jpeg) + 9] = 2;
        assertThatThrownBy(() -> decode(jpeg))
                .hasMessage("JPEG of 32×24 pixels cannot be decoded: it is truncated or corrupt");
    }

    /** Their reader needs heap for every pixel, which a few bytes of header must not be able to claim. */
    @Test
    void hugeCmykImagesWithoutAdobesMarkerAreRefused() {
        var jpeg = JpegCases.cmyk(Pixels.smooth(8, 8, 4));
        System.arraycopy(new byte[] {0x20, 0, 0x20, 0}, 0, jpeg, JpegCases.frame(jpeg) + 5, 4);
        assertThatThrownBy(() -> decode(jpeg))
                .hasMessageContaining("CMYK JPEG of 8192×8192 pixels")
                .hasMessageContaining("convert it to RGB");
    }

    private Pixels decode(byte[] encoded) {
        return Pixels.of(ImageDecoder.openCv().decode(EncodedImages.segment(encoded), 3, scratch));
    }
}
