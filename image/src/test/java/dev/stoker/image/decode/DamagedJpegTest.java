package dev.stoker.image.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.image.DamagedImageException;
import dev.stoker.image.EncodedImages;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.JpegCases;
import dev.stoker.image.Pixels;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.jpeg.JpegIntegrity;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JPEGs that libjpeg decodes, with gray or garbled pixels and a line on the terminal. */
class DamagedJpegTest {
    private static final Pixels PIXELS = Pixels.noise(96, 128, 3, 5);

    private final ScratchBuffers scratch = ScratchBuffers.open();

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        scratch.close();
    }

    private byte[] decode(byte[] file) {
        return pixels(ImageDecoder.openCv(), file);
    }

    private byte[] pixels(ImageDecoder decoder, byte[] file) {
        return decoder.decode(MemorySegment.ofArray(file), 3, scratch).pixels().toArray(ValueLayout.JAVA_BYTE);
    }

    private static byte[] jpeg(boolean progressive) {
        return progressive ? EncodedImages.progressiveJpeg(PIXELS) : EncodedImages.jpeg(PIXELS);
    }

    private static byte[] changed(byte[] whole, int from, int... values) {
        byte[] changed = whole.clone();
        for (int i = 0; i < values.length; i++) {
            changed[from + i] = (byte) values[i];
        }
        return changed;
    }

    private static byte[] inserted(byte[] whole, int at, int... values) {
        var bytes = new ByteArrayOutputStream();
        bytes.write(whole, 0, at);
        Arrays.stream(values).forEach(bytes::write);
        bytes.write(whole, at, whole.length - at);
        return bytes.toByteArray();
    }

    @Test
    void dataThatEndsEarlyIsRefused() {
        byte[] whole = jpeg(false);
        byte[] cut = changed(whole, whole.length / 2, 0xff, 0xd9);
        assertThatThrownBy(() -> decode(cut))
                .isInstanceOf(DamagedImageException.class)
                .hasMessage("damaged JPEG with missing or wrong pixels: the data ends early");
    }

    @Test
    void aCodeThatDoesNotExistIsRefused() {
        byte[] whole = jpeg(false);
        byte[] ones = changed(whole, whole.length / 2, 0xff, 0, 0xff, 0, 0xff, 0, 0xff, 0);
        assertThatThrownBy(() -> decode(ones)).isInstanceOf(DamagedImageException.class);
    }

    @Test
    void aDamagedCmykJpegIsRefused() {
        byte[] whole = JpegCases.cmyk(Pixels.noise(48, 64, 4, 5));
        byte[] cut = changed(whole, whole.length / 2, 0xff, 0xd9);
        assertThatThrownBy(() -> decode(cut)).isInstanceOf(InvalidImageException.class);
        assertThatCode(() -> decode(whole)).doesNotThrowAnyException();
    }

    /** JPEGs have no checksum: about one in four of these is another valid image. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void mostOverwrittenDataIsRefusedAndNothingThatIsIntact(boolean progressive) {
        byte[] whole = jpeg(progressive);
        var random = new SplittableRandom(7);
        int refused = 0;
        for (int i = 0; i < 200; i++) {
            int at = whole.length / 2 + random.nextInt(whole.length / 2 - 60);
            byte[] changed = changed(whole, at, random.ints(40, 0, 256).toArray());
            try {
                decode(changed);
            } catch (DamagedImageException _) {
                assertThat(JpegIntegrity.of(changed)).isNotInstanceOf(JpegIntegrity.Intact.class);
                refused++;
            } catch (InvalidImageException _) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(100);
    }

    static Stream<byte[]> harmless() {
        byte[] whole = jpeg(false);
        int end = whole.length - 2;
        return Stream.of(
                inserted(whole, end, 0, 0, 0, 0, 0, 0),
                inserted(whole, end, 0x12, 0x34, 0x56, 0x78, 0x9a),
                inserted(whole, whole.length, 1, 2, 3, 4),
                inserted(whole, end, 0xff, 0xff, 0xff),
                changed(whole, 11, 9)); // an unknown revision of JFIF
    }

    /** Datasets have such files, libjpeg prints a line for most of them, and every pixel is there. */
    @ParameterizedTest
    @MethodSource("harmless")
    void harmlessOdditiesAreAccepted(byte[] odd) {
        assertThat(decode(odd)).isEqualTo(decode(jpeg(false)));
        assertThat(JpegIntegrity.of(odd)).isInstanceOf(JpegIntegrity.Intact.class);
    }

    @Test
    void aHarmlessOddityDoesNotHideDamage() {
        byte[] odd = changed(jpeg(false), 11, 9);
        byte[] cut = changed(odd, odd.length / 2, 0xff, 0xd9);
        assertThatThrownBy(() -> decode(cut)).isInstanceOf(DamagedImageException.class);
    }

    @Test
    void damageCanBeAcceptedWhereItIsKnown() {
        byte[] whole = jpeg(false);
        byte[] cut = changed(whole, whole.length / 2, 0xff, 0xd9);
        assertThat(pixels(ImageDecoder.openCv().acceptingDamage().atFullSize(), cut))
                .hasSameSizeAs(decode(whole))
                .isNotEqualTo(decode(whole));
    }

    @Test
    void aDamagedPngSaysWhatIsWrong() {
        byte[] png = EncodedImages.as("png", PIXELS.image(BufferedImage.TYPE_INT_RGB));
        png[png.length / 2] ^= 1;
        assertThatThrownBy(() -> decode(png))
                .isInstanceOf(InvalidImageException.class)
                .hasMessageContaining("(libpng error: ");
    }

    /** In a process of its own, whose standard error is all that native code and Java print. */
    @Test
    void decodersPrintNothingAndOthersPrintAsEver() throws IOException, InterruptedException {
        byte[] whole = jpeg(false);
        var damaged = Files.write(folder.resolve("damaged.jpg"), changed(whole, whole.length / 2, 0xff, 0xd9));
        var errors = folder.resolve("errors");
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DamagedImagePrinter.class.getName(),
                        damaged.toString())
                .redirectError(errors.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(errors, StandardCharsets.UTF_8))
                .isEqualTo("from C\nfrom Java: damaged JPEG with missing or wrong pixels: the data ends early\n");
    }
}
