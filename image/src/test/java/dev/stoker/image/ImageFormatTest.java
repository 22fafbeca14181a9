package dev.stoker.image;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class ImageFormatTest {
    private static final Pixels PIXELS = Pixels.smooth(6, 8, 3);

    @Test
    void everyFormatIsToldByItsContent() {
        var image = PIXELS.image(BufferedImage.TYPE_INT_RGB);
        assertThat(format(Encoded.jpeg(PIXELS))).isEqualTo(ImageFormat.JPEG);
        assertThat(format(Encoded.as("png", image))).isEqualTo(ImageFormat.PNG);
        assertThat(format(Encoded.as("bmp", image))).isEqualTo(ImageFormat.BMP);
        assertThat(format(Encoded.as("gif", image))).isEqualTo(ImageFormat.GIF);
        assertThat(format(Encoded.webp(PIXELS, 90))).isEqualTo(ImageFormat.WEBP);
    }

    @Test
    void textIsNoPictureAndTheMessageShowsItsStart() {
        assertThatThrownBy(() -> format("hello, I am a text".getBytes(UTF_8)))
                .isInstanceOf(BadPictureException.class)
                .hasMessage("no picture: it starts with the text \"hello, I am \","
                        + " which is neither JPEG, PNG, WebP, BMP nor GIF");
    }

    @Test
    void otherBytesAreShownAsNumbers() {
        assertThatThrownBy(() -> format(new byte[] {0, 1, -1})).hasMessageContaining("the bytes 00 01 ff");
    }

    @Test
    void nothingIsNoPicture() {
        assertThatThrownBy(() -> format(new byte[0])).hasMessage("no picture: it is empty");
    }

    @Test
    void aRiffFileThatIsNoWebpIsNoPicture() {
        assertThatThrownBy(() -> format("RIFF....WAVEfmt ".getBytes(UTF_8))).hasMessageContaining("RIFF....WAVE");
    }

    private static ImageFormat format(byte[] bytes) {
        return ImageFormat.of(MemorySegment.ofArray(bytes));
    }
}
