package dev.stoker.datasets.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CifarSourceTest {
    private static final int PLANE = 32 * 32;

    @TempDir
    Path folder;

    /** Red counts up, green is the image's number, blue counts down. */
    private static byte[] record(int number, int... labels) {
        var record = ByteBuffer.allocate(labels.length + 3 * PLANE);
        for (int label : labels) {
            record.put((byte) label);
        }
        for (int i = 0; i < PLANE; i++) {
            record.put(labels.length + i, (byte) i);
            record.put(labels.length + PLANE + i, (byte) number);
            record.put(labels.length + 2 * PLANE + i, (byte) -i);
        }
        return record.array();
    }

    private Path batch(String name, byte[]... records) throws IOException {
        var all = ByteBuffer.allocate(records.length * records[0].length);
        for (byte[] record : records) {
            all.put(record);
        }
        return Files.write(folder.resolve(name), all.array());
    }

    @Test
    void planesBecomePixelsAndBatchesFollowEachOther() throws IOException {
        var source =
                CifarSource.cifar10(List.of(batch("one", record(7, 3), record(8, 200)), batch("two", record(9, 1))));
        assertThat(source.size()).isEqualTo(3);
        assertThat(source.shape()).isEqualTo(new Shape(32, 32, 3));
        assertThat(List.of(source.label(0), source.label(1), source.label(2))).containsExactly(3, 200, 1);
        assertThat(source.sample(2).toArray(ValueLayout.JAVA_BYTE))
                .startsWith(0, 9, 0, 1, 9, -1, 2, 9, -2)
                .endsWith(-1, 9, 1)
                .hasSize(3 * PLANE);
    }

    @Test
    void theFineLabelOfCifar100IsTheSecond() throws IOException {
        var source = CifarSource.cifar100(List.of(batch("train.bin", record(7, 19, 99))));
        assertThat(source.label(0)).isEqualTo(99);
        assertThat(source.sample(0).toArray(ValueLayout.JAVA_BYTE)).startsWith(0, 7, 0);
    }

    @Test
    void aFileOfAnotherSizeIsNamedWithBothNumbers() throws IOException {
        Path cut = Files.write(folder.resolve("cut.bin"), new byte[5000]);
        assertThatThrownBy(() -> CifarSource.cifar10(List.of(cut)))
                .isInstanceOf(StokerException.class)
                .hasMessage(
                        "%s is not a CIFAR batch: it has 5000 bytes, which is not a multiple of 3073".formatted(cut));
        Path empty = Files.write(folder.resolve("empty.bin"), new byte[0]);
        assertThatThrownBy(() -> CifarSource.cifar100(List.of(empty))).hasMessageContaining("it has 0 bytes");
    }

    @Test
    void aMissingBatchIsNamed() {
        assertThatThrownBy(() -> CifarSource.cifar10(List.of(folder.resolve("data_batch_1.bin"))))
                .hasMessageContaining("data_batch_1.bin (no such file or folder)");
    }
}
