package dev.stoker.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.catalog.DatasetCard;
import dev.stoker.datasets.catalog.DatasetCatalog;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
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
    void theBuiltInDatasetHasTheSameNumberOfEachClass() {
        var dataset = Datasets.open(Datasets.BUILT_IN, 28);
        assertThat(dataset.training().size()).isEqualTo(10_000);
        assertThat(dataset.test().orElseThrow().size()).isEqualTo(2_000);
        assertThat(dataset.shape()).isEqualTo(new Shape(28, 28, 1));
        assertThat(perClass(dataset.training())).hasSize(10).allMatch(count -> count == 1000);
        assertThat(perClass(dataset.test().orElseThrow())).hasSize(10).allMatch(count -> count == 200);
        assertThat(dataset.classes()).hasSize(10).contains("Sneaker");
    }

    private static List<Long> perClass(DatasetSplit part) {
        return List.copyOf(labels(part, 784).stream()
                .collect(Collectors.groupingBy(label -> label, Collectors.counting()))
                .values());
    }

    private static List<Long> labels(DatasetSplit part, int rowBytes) {
        var labels = new ArrayList<Long>();
        assertThat(part.evaluationRows().rowBytes()).isEqualTo(rowBytes);
        try (var feed =
                part.evaluationRows().batch(100).open(PipelineResources.workers(1), BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    labels.addAll(LongStream.of(batch.labels().toArray(ValueLayout.JAVA_LONG))
                            .boxed()
                            .toList());
                }
            }
        }
        return labels;
    }

    /** The published mean and standard deviation of the whole dataset are 0.2860 and 0.3530. */
    @Test
    void normalizationIsMeasuredFromTheImages() {
        var normalization = Datasets.open(Datasets.BUILT_IN, 28).normalization();
        assertThat(normalization.mean().getFirst()).isCloseTo(0.2860, within(0.01));
        assertThat(normalization.standardDeviation().getFirst()).isCloseTo(0.3530, within(0.01));
    }

    @Test
    void aFolderOfTheFourFilesIsADataset(@TempDir Path folder) throws IOException {
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

    private static Path batch(Path file, int labelBytes, int... labels) throws IOException {
        var content = ByteBuffer.allocate(labels.length * (labelBytes + 3072));
        for (int i = 0; i < labels.length; i++) {
            content.put(i * (labelBytes + 3072) + labelBytes - 1, (byte) labels[i]);
        }
        return Files.write(file, content.array());
    }

    @Test
    void batchesOfCifar10AreADatasetInTheOrderOfTheirNumbers(@TempDir Path folder) throws IOException {
        batch(folder.resolve("data_batch_10.bin"), 1, 9);
        batch(folder.resolve("data_batch_1.bin"), 1, 6, 0);
        batch(folder.resolve("data_batch_2.bin"), 1, 7);
        batch(folder.resolve("test_batch.bin"), 1, 3);
        var dataset = Datasets.open(folder.toString(), 28);
        assertThat(labels(dataset.training(), 3072)).containsExactly(6L, 0L, 7L, 9L);
        assertThat(dataset.test().orElseThrow().size()).isEqualTo(1);
        assertThat(dataset.shape()).isEqualTo(new Shape(32, 32, 3));
        assertThat(dataset.classes()).hasSize(10).element(6).isEqualTo("frog");
        assertThat(dataset.training().transforms(AugmentationSettings.DEFAULTS))
                .containsExactly("RandomCrop[padding=4, edge=BLACK]", "RandomHorizontalFlip[probability=0.5]");
    }

    @Test
    void cifar100HasItsFineLabels(@TempDir Path folder) throws IOException {
        batch(folder.resolve("train.bin"), 2, 99, 0);
        batch(folder.resolve("test.bin"), 2, 19);
        var dataset = Datasets.open(folder.toString(), 28);
        assertThat(labels(dataset.training(), 3072)).containsExactly(99L, 0L);
        assertThat(dataset.classes())
                .hasSize(100)
                .startsWith("apple")
                .endsWith("worm")
                .element(19)
                .isEqualTo("cattle");
    }

    @Test
    void aFolderOfBatchesWithoutATestBatchNamesIt(@TempDir Path folder) throws IOException {
        batch(folder.resolve("data_batch_1.bin"), 1, 6);
        assertThatThrownBy(() -> Datasets.open(folder.toString(), 28))
                .hasMessage("%s has no test_batch.bin, which the binary version of CIFAR-10 needs".formatted(folder));
        Files.delete(folder.resolve("data_batch_1.bin"));
        batch(folder.resolve("test.bin"), 2, 6);
        assertThatThrownBy(() -> Datasets.open(folder.toString(), 28))
                .hasMessage("%s has no train.bin, which the binary version of CIFAR-100 needs".formatted(folder));
    }

    @Test
    void aDownloadedDatasetIsOpenedByNameWithTheSettingsOfItsCard(@TempDir Path fetched) throws IOException {
        Path folder = Files.createDirectory(fetched.resolve("mnist"));
        copyBuiltIn(folder);
        var mnist = DatasetCatalog.builtIn().entry("mnist");
        DatasetCard.write(
                folder, mnist.fetchedFrom(mnist.files(), mnist.origins().getFirst()));
        var dataset = Datasets.open("mnist", 28, fetched);
        assertThat(dataset.classes()).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
        assertThat(dataset.training().transforms(AugmentationSettings.DEFAULTS))
                .as("digits are not flipped")
                .containsExactly("RandomCrop[padding=2, edge=BLACK]");
    }

    @Test
    void aCatalogNameThatIsNotDownloadedSaysHowToGetIt(@TempDir Path fetched) {
        assertThatThrownBy(() -> Datasets.open("cifar10", 28, fetched))
                .hasMessage("cifar10 is not downloaded yet: run `stoker datasets get cifar10`");
        assertThatThrownBy(() -> Datasets.open("cifra10", 28, fetched)).hasMessageContaining("did you mean cifar10?");
    }

    @Test
    void aLabelThatIsTooLargeIsNamed(@TempDir Path folder) throws IOException {
        batch(folder.resolve("data_batch_1.bin"), 1, 1, 10);
        batch(folder.resolve("test_batch.bin"), 1, 3);
        assertThatThrownBy(() -> Datasets.open(folder.toString(), 28))
                .hasMessageContaining("sample 1 of the training images has label 10, but there are only 10 classes");
    }

    /** Labels of 28×28 images of zeros, for both splits. */
    private static void idx(Path folder, int... labels) throws IOException {
        for (String part : List.of("train", "t10k")) {
            var images = ByteBuffer.allocate(16 + labels.length * 784)
                    .putInt(0x803)
                    .putInt(labels.length)
                    .putInt(28)
                    .putInt(28);
            var bytes = ByteBuffer.allocate(8 + labels.length).putInt(0x801).putInt(labels.length);
            for (int label : labels) {
                bytes.put((byte) label);
            }
            Files.write(folder.resolve(part + "-images-idx3-ubyte"), images.array());
            Files.write(folder.resolve(part + "-labels-idx1-ubyte"), bytes.array());
        }
    }

    @Test
    void anIdxLabelBeyondTheNamedClassesIsNamedWithItsSample(@TempDir Path folder) throws IOException {
        idx(folder, 0, 1, 2, 3);
        Files.writeString(folder.resolve("classes.txt"), "ant\nbee\n\"c\\nat\"\n");
        assertThatThrownBy(() -> Datasets.open(folder.toString(), 28))
                .hasMessage(folder + ": sample 3 of the training images has label 3, but there are only 3 classes");
        idx(folder, 0, 1, 2);
        assertThat(Datasets.open(folder.toString(), 28).classes()).containsExactly("ant", "bee", "c\nat");
    }

    @Test
    void anIdxLabelFarFromAllOthersIsNamedWithItsSample(@TempDir Path folder) throws IOException {
        idx(folder, 0, 1, 255, 2, 1);
        assertThatThrownBy(() -> Datasets.open(folder.toString(), 28))
                .hasMessageContaining(
                        "sample 2 of the training images has label 255, but only 4 of the labels up to there")
                .hasMessageContaining("name all classes in " + folder.resolve("classes.txt"));
        idx(folder, 1, 2, 3); // as EMNIST's letters, which count from 1
        assertThat(Datasets.open(folder.toString(), 28).classes()).hasSize(4);
    }

    @Test
    void aLoopOfLinksIsCalledOne(@TempDir Path folder) throws IOException {
        Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        assertThatThrownBy(() -> Datasets.open(loop.toString(), 28))
                .hasMessage(loop + " is a symbolic link to loop (a loop of symbolic links)");
    }
}
