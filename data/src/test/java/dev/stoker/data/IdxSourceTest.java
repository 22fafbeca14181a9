package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class IdxSourceTest {
    private static final byte[] LABELS = idx(new int[] {3}, new byte[] {7, 0, (byte) 200});
    private static final byte[] PICTURES = idx(new int[] {3, 2, 2}, new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});

    private static byte[] idx(int[] sizes, byte[] content) {
        var buffer = ByteBuffer.allocate(4 + 4 * sizes.length + content.length);
        buffer.putInt(0x800 | sizes.length);
        Arrays.stream(sizes).forEach(buffer::putInt);
        return buffer.put(content).array();
    }

    private static Source read(byte[] pictures, byte[] labels) {
        return Source.idx(new ByteArrayInputStream(pictures), "pictures", new ByteArrayInputStream(labels), "labels");
    }

    @Test
    void picturesAndLabelsComeBackByIndex() {
        var source = read(PICTURES, LABELS);
        assertThat(source.size()).isEqualTo(3);
        assertThat(source.shape()).isEqualTo(new Shape(2, 2, 1));
        assertThat(source.label(2)).isEqualTo(200);
        assertThat(source.sample(1).toArray(ValueLayout.JAVA_BYTE)).containsExactly(5, 6, 7, 8);
    }

    @Test
    void gzippedFilesAreUnpacked() throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(PICTURES);
        }
        assertThat(read(packed.toByteArray(), LABELS).size()).isEqualTo(3);
    }

    @Test
    void aFileCutShortIsNamedWithBothSizes() {
        assertThatThrownBy(() -> read(Arrays.copyOf(PICTURES, PICTURES.length - 1), LABELS))
                .isInstanceOf(StokerException.class)
                .hasMessage("pictures is cut short: 12 bytes announced, 11 found");
    }

    @Test
    void aFileCutWithinItsHeaderIsNamed() {
        assertThatThrownBy(() -> read(Arrays.copyOf(PICTURES, 6), LABELS))
                .hasMessage("pictures is cut short: it ends within its header");
        assertThatThrownBy(() -> read(new byte[0], LABELS)).hasMessageContaining("pictures is cut short");
    }

    @Test
    void aFileOfAnotherKindIsRefused() {
        assertThatThrownBy(() -> read("hello, world".getBytes(java.nio.charset.StandardCharsets.US_ASCII), LABELS))
                .hasMessageContaining("pictures is no IDX file of bytes: it starts with 68656c6c");
    }

    @Test
    void aHeaderThatAnnouncesTerabytesIsRefusedBeforeMemoryIsTaken() {
        var header = idx(new int[] {1 << 30, 1 << 10, 1 << 10}, new byte[0]);
        assertThatThrownBy(() -> read(header, LABELS)).hasMessageContaining("announces a size of 1024");
        var negative = idx(new int[] {-5, 2, 2}, new byte[0]);
        assertThatThrownBy(() -> read(negative, LABELS)).hasMessageContaining("announces a size of -5");
    }

    @Test
    void differentCountsOfPicturesAndLabelsAreRefused() {
        var two = idx(new int[] {2}, new byte[] {1, 2});
        assertThatThrownBy(() -> read(PICTURES, two)).hasMessage("pictures holds 3 pictures but labels holds 2 labels");
    }
}
