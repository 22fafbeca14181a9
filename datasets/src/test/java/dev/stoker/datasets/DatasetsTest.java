package dev.stoker.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.Shape;
import dev.stoker.data.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetsTest {
    private static final List<String> FILES = List.of(
            "train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte");

    @Test
    void theBuiltInSetHasTheSameNumberOfEachClass() {
        var dataset = Datasets.open(Datasets.BUILT_IN);
        assertThat(dataset.training().size()).isEqualTo(10_000);
        assertThat(dataset.test().size()).isEqualTo(2_000);
        assertThat(dataset.training().shape()).isEqualTo(new Shape(28, 28, 1));
        assertThat(perClass(dataset.training())).hasSize(10).allMatch(count -> count == 1000);
        assertThat(perClass(dataset.test())).hasSize(10).allMatch(count -> count == 200);
        assertThat(dataset.classes()).hasSize(10).contains("Sneaker");
    }

    private static List<Long> perClass(Source source) {
        return List.copyOf(IntStream.range(0, source.size())
                .boxed()
                .collect(Collectors.groupingBy(source::label, Collectors.counting()))
                .values());
    }

    /** The published mean and deviation of the whole set are 0.2860 and 0.3530. */
    @Test
    void normalisationIsMeasuredFromThePictures() {
        var normalisation = Datasets.open(Datasets.BUILT_IN).normalisation();
        assertThat(normalisation.mean().getFirst()).isCloseTo(0.2860, within(0.01));
        assertThat(normalisation.deviation().getFirst()).isCloseTo(0.3530, within(0.01));
    }

    @Test
    void aFolderOfTheFourFilesIsADataSet(@TempDir Path folder) throws IOException {
        copyBuiltIn(folder);
        assertThat(Datasets.open(folder.toString()).training().size()).isEqualTo(10_000);
    }

    @Test
    void aFolderWithoutOneOfTheFilesNamesIt(@TempDir Path folder) throws IOException {
        copyBuiltIn(folder);
        Files.delete(folder.resolve("t10k-labels-idx1-ubyte.gz"));
        assertThatThrownBy(() -> Datasets.open(folder.toString()))
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
        assertThatThrownBy(() -> Datasets.open("fashion-mnist-mni"))
                .hasMessageContaining("did you mean fashion-mnist-mini?");
    }
}
