package dev.stoker.datasets.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Rows;
import dev.stoker.datasets.ImageDataset;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Compares datasets by what training and evaluation get of them. */
final class SameImages {
    private SameImages() {}

    static void assertEqual(ImageDataset found, ImageDataset expected) {
        try (found;
                expected) {
            assertThat(found.classes()).isEqualTo(expected.classes());
            assertThat(rows(
                            found.training().trainingRows(new Seed(3)),
                            found.training().size()))
                    .isEqualTo(rows(
                            expected.training().trainingRows(new Seed(3)),
                            expected.training().size()));
            var validation = found.validation().orElseThrow();
            var other = expected.validation().orElseThrow();
            assertThat(rows(validation.evaluationRows(), validation.size()))
                    .isEqualTo(rows(other.evaluationRows(), other.size()));
            assertThat(found.test()).isEmpty();
        }
    }

    /** All labels and pixels of rows, in order. */
    static List<String> rows(Rows<?> rows, int count) {
        try (var feed = rows.batch(count).open(PipelineResources.workers(2), BatchMemoryAllocator.host());
                var batch = feed.next()) {
            long bytes = batch.rows().byteSize() / count;
            return IntStream.range(0, count)
                    .mapToObj(row -> batch.labels().getAtIndex(ValueLayout.JAVA_LONG, row) + " "
                            + Arrays.hashCode(
                                    batch.rows().asSlice(bytes * row, bytes).toArray(ValueLayout.JAVA_BYTE)))
                    .toList();
        }
    }
}
