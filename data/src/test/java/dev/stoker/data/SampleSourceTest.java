package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleSourceTest extends SourceContract {
    @Override
    Dataset<String> source() throws IOException {
        return Dataset.idx(pictures(100), labels(100)).map(SampleSourceTest::shown);
    }

    private static String shown(Sample sample) {
        return sample.label() + Arrays.toString(sample.pixels().toArray(ValueLayout.JAVA_BYTE));
    }

    private Path pictures(int count) throws IOException {
        var bytes = ByteBuffer.allocate(16 + 2 * count);
        bytes.putInt(0x803).putInt(count).putInt(2).putInt(1);
        for (int i = 0; i < count; i++) {
            bytes.put((byte) i).put((byte) 9);
        }
        return Files.write(folder.resolve("pictures"), bytes.array());
    }

    private Path labels(int count) throws IOException {
        var bytes = ByteBuffer.allocate(8 + count);
        bytes.putInt(0x801).putInt(count);
        for (int i = 0; i < count; i++) {
            bytes.put((byte) (i % 10));
        }
        return Files.write(folder.resolve("labels"), bytes.array());
    }

    @Test
    void badIdxFilesAreNamed() throws IOException {
        Path pictures = pictures(3);
        assertThatThrownBy(() -> Dataset.idx(pictures, folder.resolve("none")))
                .hasMessage("cannot read %s (no such file or folder)".formatted(folder.resolve("none")));
        Path labels = labels(4);
        assertThatThrownBy(() -> Dataset.idx(pictures, labels))
                .hasMessage("%s holds 3 pictures but %s holds 4 labels".formatted(pictures, labels));
    }

    @Test
    void cifarBatchesAreSamples() throws IOException {
        var batch = new byte[2 * 3073];
        batch[0] = 4;
        batch[3073] = 9;
        Path ten = Files.write(folder.resolve("ten"), batch);
        assertThat(all(Dataset.cifar10(List.of(ten, ten))))
                .extracting(Sample::label)
                .containsExactly(4, 9, 4, 9);
        Path hundred = Files.write(folder.resolve("hundred"), new byte[3074]);
        var samples = Dataset.cifar100(List.of(hundred));
        assertThat(samples.size()).hasValue(1);
        assertThat(all(samples).getFirst().pixels().byteSize()).isEqualTo(3072);
        assertThatThrownBy(() -> Dataset.cifar10(List.of(hundred))).hasMessageContaining("is no CIFAR batch");
    }

    @Test
    void arraysAreSlicedIntoRows() {
        assertThat(all(Dataset.slices(new float[] {1, 2, 3, 4}, 2)))
                .containsExactly(new float[] {1, 2}, new float[] {3, 4});
        assertThat(all(Dataset.slices(new long[] {1, 2}, 1))).containsExactly(new long[] {1}, new long[] {2});
        assertThat(all(Dataset.slices(new byte[] {1, 2}, 2))).containsExactly(new byte[] {1, 2});
        assertThatThrownBy(() -> Dataset.slices(new float[5], 2)).hasMessage("5 values do not divide into rows of 2");
        assertThat(all(Dataset.of("a", "b"))).containsExactly("a", "b");
        assertThat(all(Dataset.of(List.of(1, 2)))).containsExactly(1, 2);
    }
}
