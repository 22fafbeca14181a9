package dev.stoker.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleSourceTest extends DatasetSourceContract {
    /** 100 images of two pixels, of which the first is the index. */
    private static final SampleSource IN_MEMORY = new SampleSource() {
        @Override
        public int size() {
            return 100;
        }

        @Override
        public Shape shape() {
            return new Shape(2, 1, 1);
        }

        @Override
        public int label(int index) {
            return index % 10;
        }

        @Override
        public MemorySegment sample(int index) {
            return MemorySegment.ofArray(new byte[] {(byte) index, 9});
        }
    };

    @Override
    Dataset<String> source() {
        return Dataset.samples(IN_MEMORY).map(SampleSourceTest::shown);
    }

    private static String shown(Sample sample) {
        return sample.label() + Arrays.toString(sample.pixels().toArray(ValueLayout.JAVA_BYTE));
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
