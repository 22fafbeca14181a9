package dev.stoker.core.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageRowLayoutTest {
    private static final ImageRowLayout LAYOUT = new ImageRowLayout(300, 10, 12);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    private final MemorySegment rows = Arena.ofAuto().allocate(3L * LAYOUT.bytes(), 64);

    private static MemorySegment bytes(int count) {
        var bytes = new byte[count];
        new SplittableRandom(count).nextBytes(bytes);
        return MemorySegment.ofArray(bytes);
    }

    @Test
    void aFileIsReadBackUnchanged() {
        var row = LAYOUT.row(rows, 1);
        LAYOUT.putEncoded(row, 12345678901L, 10, 7, bytes(300));
        var content = LAYOUT.read(row);
        assertThat(content.encoded()).isTrue();
        assertThat(content.sample()).isEqualTo(12345678901L);
        assertThat(content.height()).isEqualTo(10);
        assertThat(content.width()).isEqualTo(7);
        assertThat(content.payload().mismatch(bytes(300))).isEqualTo(-1);
        assertThat(LAYOUT.row(rows, 0).mismatch(MemorySegment.ofArray(new byte[LAYOUT.bytes()])))
                .isEqualTo(-1);
        assertThat(LAYOUT.row(rows, 2).mismatch(MemorySegment.ofArray(new byte[LAYOUT.bytes()])))
                .isEqualTo(-1);
    }

    @Test
    void pixelsAreReadBackUnchangedBesideTheParameters() {
        var row = LAYOUT.row(rows, 2);
        AugmentationParameters.begin(ImageRowLayout.parameters(row)).source(77);
        LAYOUT.beginPixels(row, 5, 8, 12).copyFrom(bytes(288));
        AugmentationParameters.append(ImageRowLayout.parameters(row)).window(1, 2, 3, 4);
        var content = LAYOUT.read(row);
        assertThat(content.encoded()).isFalse();
        assertThat(content.payload().mismatch(bytes(288))).isEqualTo(-1);
        assertThat(row.getAtIndex(INT, AugmentationParameters.SOURCE)).isEqualTo(77);
        assertThat(row.getAtIndex(INT, AugmentationParameters.WINDOW + 3)).isEqualTo(4);
    }

    @Test
    void rowsAreAlignedToCacheLines() {
        assertThat(LAYOUT.bytes() % 64).isZero();
        assertThat(LAYOUT.bytes())
                .isBetween(300 + AugmentationParameters.BYTES + 16, 300 + AugmentationParameters.BYTES + 32 + 64);
        assertThat(LAYOUT.cellBytes()).isEqualTo(360);
    }

    @ParameterizedTest
    @CsvSource({"11, 7, 10", "10, 13, 10", "0, 7, 10", "10, 0, 10", "10, 7, 301", "10, 7, 0"})
    void imagesThatDoNotFitAreNotWritten(int height, int width, int length) {
        assertThatThrownBy(() -> LAYOUT.putEncoded(LAYOUT.row(rows, 0), 1, height, width, bytes(length)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not fit");
        assertThat(rows.mismatch(MemorySegment.ofArray(new byte[3 * LAYOUT.bytes()])))
                .isEqualTo(-1);
    }

    /** Each number of the header in turn; native code relies on all of them. */
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0, 3",
        "0, -1",
        "1, 301",
        "1, 0",
        "1, -1",
        "1, 2147483647",
        "2, 11",
        "2, 0",
        "2, -5",
        "3, 13",
        "3, 0",
        "3, 2147483647"
    })
    void aRowWithAnInvalidHeaderIsRefused(int word, int value) {
        var row = LAYOUT.row(rows, 0);
        LAYOUT.putEncoded(row, 9, 10, 7, bytes(200));
        row.set(INT, AugmentationParameters.BYTES + 4L * word, value);
        assertThatThrownBy(() -> LAYOUT.read(row))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sample 9")
                .hasMessageContaining(word == 1 ? "%,d bytes".formatted(value) : Integer.toString(value));
    }

    @Test
    void pixelsThatAreMoreOrFewerThanTheirSizeSaysAreRefused() {
        var row = LAYOUT.row(rows, 0);
        LAYOUT.beginPixels(row, 9, 5, 5);
        row.set(INT, AugmentationParameters.BYTES + 4, 74);
        assertThatThrownBy(() -> LAYOUT.read(row))
                .hasMessageContaining("5×5 pixels and 74 bytes, but such an image has 75");
    }

    @Test
    void anUnwrittenRowIsRefused() {
        assertThatThrownBy(() -> LAYOUT.read(LAYOUT.row(rows, 0))).hasMessageContaining("kind 0");
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1", "1, 0, 1", "1, 1, 0", "1, 40000, 40000", "-5, 1, 1"})
    void invalidLayoutsAreRefused(int payload, int height, int width) {
        assertThatThrownBy(() -> new ImageRowLayout(payload, height, width))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
