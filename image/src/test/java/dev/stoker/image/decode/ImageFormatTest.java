package dev.stoker.image.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.image.EncodedImages;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.Pixels;
import java.awt.image.BufferedImage;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class ImageFormatTest {
    private static final Pixels PIXELS = Pixels.smooth(6, 8, 3);

    @Test
    void everyFormatIsDetectedByItsContent() {
        var image = PIXELS.image(BufferedImage.TYPE_INT_RGB);
        assertThat(format(EncodedImages.jpeg(PIXELS))).isEqualTo(ImageFormat.JPEG);
        assertThat(format(EncodedImages.as("png", image))).isEqualTo(ImageFormat.PNG);
        assertThat(format(EncodedImages.as("bmp", image))).isEqualTo(ImageFormat.BMP);
        assertThat(format(EncodedImages.as("gif", image))).isEqualTo(ImageFormat.GIF);
        assertThat(format(EncodedImages.webp(PIXELS, 90))).isEqualTo(ImageFormat.WEBP);
    }

    @Test
    void textIsNotAnImageAndTheMessageQuotesItsStart() {
        assertThatThrownBy(() -> format("hello, I am a text".getBytes(UTF_8)))
                .isInstanceOf(InvalidImageException.class)
                .hasMessage("not an image: it starts with the text \"hello, I am \","
                        + " which is neither JPEG, PNG, WebP, BMP nor GIF");
    }

    @Test
    void otherBytesAreShownAsNumbers() {
        assertThatThrownBy(() -> format(new byte[] {0, 1, -1})).hasMessageContaining("the bytes 00 01 ff");
    }

    @Test
    void anEmptyFileIsNotAnImage() {
        assertThatThrownBy(() -> format(new byte[0])).hasMessage("not an image: it is empty");
    }

    @Test
    void aRiffFileThatIsNotWebpIsNotAnImage() {
        assertThatThrownBy(() -> format("RIFF....WAVEfmt ".getBytes(UTF_8))).hasMessageContaining("RIFF....WAVE");
    }

    private static ImageFormat format(byte[] bytes) {
        return ImageFormat.of(MemorySegment.ofArray(bytes));
    }
}
