package dev.stoker.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.Shape;
import dev.stoker.core.SlotMemory;
import dev.stoker.data.EpochFeed;
import dev.stoker.data.Order;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetsTest {
    private static final List<String> FILES = List.of(
            "train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte");

    @Test
    void theBuiltInSetHasTheSameNumberOfEachClass() {
        var dataset = Datasets.open(Datasets.BUILT_IN, 28);
        assertThat(dataset.training().size()).isEqualTo(10_000);
        assertThat(dataset.test().size()).isEqualTo(2_000);
        assertThat(dataset.shape()).isEqualTo(new Shape(28, 28, 1));
        assertThat(perClass(dataset.training())).hasSize(10).allMatch(count -> count == 1000);
        assertThat(perClass(dataset.test())).hasSize(10).allMatch(count -> count == 200);
        assertThat(dataset.classes()).hasSize(10).contains("Sneaker");
    }

    private static List<Long> perClass(Part part) {
        var labels = new ArrayList<Long>();
        var settings = new EpochFeed.Settings(part.plain(), 784, Order.sequential(), part.size(), 100, 0, 1, 2);
        try (var feed = EpochFeed.open(settings, SlotMemory.ofHost())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    labels.addAll(LongStream.of(batch.labels().toArray(ValueLayout.JAVA_LONG)).boxed().toList());
                }
            }
        }
        return List.copyOf(labels.stream()
                .collect(Collectors.groupingBy(label -> label, Collectors.counting()))
                .values());
    }

    /** The published mean and deviation of the whole set are 0.2860 and 0.3530. */
    @Test
    void normalisationIsMeasuredFromThePictures() {
        var normalisation = Datasets.open(Datasets.BUILT_IN, 28).normalisation();
        assertThat(normalisation.mean().getFirst()).isCloseTo(0.2860, within(0.01));
        assertThat(normalisation.deviation().getFirst()).isCloseTo(0.3530, within(0.01));
    }

    @Test
    void aFolderOfTheFourFilesIsADataSet(@TempDir Path folder) throws IOException {
        copyBuiltIn(folder);
        assertThat(Datasets.open(folder.toString(), 28).training().size()).isEqualTo(10_000);
    }

    @Test
    void aFolderWithoutOneOfTheFilesNamesIt(@TempDir Path folder) throws IOException {
        copyBuiltIn(folder);
        Files.delete(folder.resolve("t10k-labels-idx1-ubyte.gz"));
        assertThatThrownBy(() -> Datasets.open(folder.toString(), 28))
                .hasMessageContaining(folder.toString())
                .hasMessageContaining("t10k-labels-idx1-ubyte");
    }

    private static void copyBuiltIn(Path folder) throws IOException {
        for (String file : FILES) {
            try (var stream = Datasets.class.getResourceAsStream(Datasets.BUILT_IN + "/" + file + ".gz")) {
                assertThat(stream).isNotNull();
                Files.copy(stream, folder.resolve(file + ".gz"));
            }
        }
    }

    @Test
    void anUnknownNameSuggestsTheNearest() {
        assertThatThrownBy(() -> Datasets.open("fashion-mnist-mni", 28))
                .hasMessageContaining("did you mean fashion-mnist-mini?");
    }
}
