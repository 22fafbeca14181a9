package dev.stoker.datasets.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.data.SampleSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdxSourceTest {
    private static final byte[] LABELS = idx(new int[] {3}, new byte[] {7, 0, (byte) 200});
    private static final byte[] IMAGES = idx(new int[] {3, 2, 2}, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});

    private static byte[] idx(int[] sizes, byte[] content) {
        var buffer = ByteBuffer.allocate(4 + 4 * sizes.length + content.length);
        buffer.putInt(0x800 | sizes.length);
        Arrays.stream(sizes).forEach(buffer::putInt);
        return buffer.put(content).array();
    }

    private static SampleSource read(byte[] images, byte[] labels) {
        return IdxSource.read(new ByteArrayInputStream(images), "images", new ByteArrayInputStream(labels), "labels");
    }

    @Test
    void imagesAndLabelsComeBackByIndex() {
        var source = read(IMAGES, LABELS);
        assertThat(source.size()).isEqualTo(3);
        assertThat(source.shape()).isEqualTo(new Shape(2, 2, 1));
        assertThat(source.label(2)).isEqualTo(200);
        assertThat(source.sample(1).toArray(ValueLayout.JAVA_BYTE)).containsExactly(5, 6, 7, 8);
    }

    @Test
    void gzippedFilesAreUnpacked() throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(IMAGES);
        }
        assertThat(read(packed.toByteArray(), LABELS).size()).isEqualTo(3);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(content);
        }
        return packed.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        var all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }

    @Test
    void severalGzipMembersAndZerosAfterThemAreOneFile() throws IOException {
        byte[] first = gzip(Arrays.copyOf(IMAGES, 17));
        byte[] second = gzip(Arrays.copyOfRange(IMAGES, 17, IMAGES.length));
        var source = read(joined(first, second, new byte[512]), LABELS);
        assertThat(source.sample(2).toArray(ValueLayout.JAVA_BYTE)).containsExactly(9, 10, 11, 12);
    }

    @Test
    void bytesAfterTheLastGzipMemberAreRefused() throws IOException {
        byte[] packed = joined(gzip(IMAGES), new byte[] {'j', 'u', 'n', 'k'});
        assertThatThrownBy(() -> read(packed, LABELS))
                .hasMessage("cannot read images (bytes that are not gzip (the first is 6a) follow the packed data)");
    }

    @Test
    void moreBytesThanTheHeaderSaysAreRefused() {
        assertThatThrownBy(() -> read(joined(IMAGES, new byte[] {1}), LABELS))
                .hasMessageStartingWith("images holds more than the 12 bytes of its header's sizes");
    }

    @Test
    void aGzippedFileThatFailsItsChecksumIsRefused() throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(IMAGES);
        }
        byte[] damaged = packed.toByteArray();
        damaged[damaged.length - 8] ^= 1;
        assertThatThrownBy(() -> read(damaged, LABELS))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("cannot read images");
    }

    @Test
    void aFileWithMoreThanItsHeaderStatesIsRefused() {
        assertThatThrownBy(() -> read(Arrays.copyOf(IMAGES, IMAGES.length + 1), LABELS))
                .isInstanceOf(StokerException.class)
                .hasMessage(
                        "images holds more than the 12 bytes of its header's sizes; it is another file, or two in one");
    }

    @Test
    void aTruncatedFileIsNamedWithBothSizes() {
        assertThatThrownBy(() -> read(Arrays.copyOf(IMAGES, IMAGES.length - 1), LABELS))
                .isInstanceOf(StokerException.class)
                .hasMessage("images is truncated: 12 bytes expected, 11 found");
    }

    @Test
    void aFileTruncatedInItsHeaderIsNamed() {
        assertThatThrownBy(() -> read(Arrays.copyOf(IMAGES, 6), LABELS))
                .hasMessage("images is truncated: it ends within its header");
        assertThatThrownBy(() -> read(new byte[0], LABELS)).hasMessageContaining("images is truncated");
    }

    @Test
    void aFileOfAnotherKindIsRefused() {
        assertThatThrownBy(() -> read("hello, world".getBytes(java.nio.charset.StandardCharsets.US_ASCII), LABELS))
                .hasMessageContaining("images is not an IDX file of bytes: it starts with 68656c6c");
    }

    @Test
    void aHeaderThatClaimsTerabytesIsRefusedBeforeMemoryIsAllocated() {
        var header = idx(new int[] {1 << 30, 1 << 10, 1 << 10}, new byte[0]);
        assertThatThrownBy(() -> read(header, LABELS)).hasMessageContaining("has a size of 1024");
        var negative = idx(new int[] {-5, 2, 2}, new byte[0]);
        assertThatThrownBy(() -> read(negative, LABELS)).hasMessageContaining("has a size of -5");
    }

    @Test
    void differentCountsOfImagesAndLabelsAreRefused() {
        var two = idx(new int[] {2}, new byte[] {1, 2});
        assertThatThrownBy(() -> read(IMAGES, two)).hasMessage("images holds 3 images but labels holds 2 labels");
    }

    @Test
    void missingAndUnequalFilesAreNamed(@TempDir Path folder) throws IOException {
        Path images = Files.write(folder.resolve("images"), IMAGES);
        Path none = folder.resolve("none");
        assertThatThrownBy(() -> IdxSource.read(images, none))
                .hasMessage("cannot read %s (no such file or folder)".formatted(none));
        Path labels = Files.write(folder.resolve("labels"), idx(new int[] {4}, new byte[4]));
        assertThatThrownBy(() -> IdxSource.read(images, labels))
                .hasMessage("%s holds 3 images but %s holds 4 labels".formatted(images, labels));
    }
}
