package dev.stoker.datasets.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.SampleSource;
import dev.stoker.datasets.DatasetMixture;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.DividedDataset;
import dev.stoker.datasets.FileFingerprint;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.MixedDataset;
import dev.stoker.datasets.ValidationChoice;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MixedDatasetTest {
    @TempDir
    Path folder;

    private StoredImages images;

    @BeforeEach
    void makeImages() throws IOException {
        images = StoredImages.of(folder);
    }

    private MixedDataset.Source source(Path path, double weight) {
        return new MixedDataset.Source(open(path), weight);
    }

    private static ImageDataset open(Path path) {
        return Datasets.open(path.toString(), 16);
    }

    /** Images that are evaluated alike are the same image. */
    private static List<String> images(LabeledDataset set) {
        return SameImages.rows(set.training().evaluationRows(), set.training().size());
    }

    /** Two images, of which one is of a class that the others have not. */
    private Path other() throws IOException {
        images.write("other/train/dog/a.png", images.validation().getFirst().encoded());
        images.write("other/train/cow/b.png", images.validation().getLast().encoded());
        images.write("other/train/cow/c.png", images.validation().get(1).encoded());
        images.write("other/train/dog/d.png", images.validation().get(2).encoded());
        return folder.resolve("other");
    }

    @Test
    void anEpochHasEveryImageAndTheSharesOfTheWeights() throws IOException {
        var mixed = MixedDataset.of("mix", List.of(source(images.tree(), 3), source(other(), 1)));
        assertThat(mixed.classes()).containsExactly("cat", "dog", "cow");
        var found = images(mixed);
        assertThat(found).hasSize(16); // 4 images at a quarter; the other 10 are 12 times there
        assertThat(new HashSet<>(found)).hasSize(14);
        assertThat(found.stream().filter(row -> row.startsWith("2 "))).hasSize(2);
        assertThat(mixed.validation().orElseThrow().size()).isEqualTo(6);
        assertThat(images(MixedDataset.of("mix", List.of(source(images.tree(), 0.75), source(other(), 0.25)))))
                .isEqualTo(found);
    }

    @Test
    void noImageIsOnBothSidesOfADivision() throws IOException {
        var mixed = MixedDataset.of("mix", List.of(source(other(), 9), source(images.tars(0, "", false), 1)));
        var divided = DividedDataset.of(mixed, new ValidationChoice.Share(0.5), new Seed(4))
                .dataset();
        var validation = divided.validation().orElseThrow();
        assertThat(validation.size()).isEqualTo(2 + 6);
        assertThat(images(divided))
                .doesNotContainAnyElementsOf(SameImages.rows(validation.evaluationRows(), validation.size()));
        assertThat(images(divided))
                .isEqualTo(images(DividedDataset.of(mixed, new ValidationChoice.Share(0.5), new Seed(4))
                        .dataset()));
    }

    /** Images of one value each: that of the sample's number and the number of samples. */
    private static ImageDataset pixels(String name, Shape shape, int samples) {
        var source = new SampleSource() {
            @Override
            public int size() {
                return samples;
            }

            @Override
            public Shape shape() {
                return shape;
            }

            @Override
            public int label(int index) {
                return index % 2;
            }

            @Override
            public MemorySegment sample(int index) {
                var pixels = new byte[shape.bytes()];
                Arrays.fill(pixels, (byte) (10 * samples + index));
                return MemorySegment.ofArray(pixels);
            }
        };
        return ImageDataset.of(name, List.of("cat", name), source, source);
    }

    @Test
    void datasetsOfPixelsAreMixedWhereTheirShapesAgree() {
        var shape = new Shape(4, 4, 1);
        var one = new MixedDataset.Source(pixels("dog", shape, 6), 3);
        var other = new MixedDataset.Source(pixels("cow", shape, 4), 1);
        var mixed = MixedDataset.of("mix", List.of(one, other));
        assertThat(mixed.classes()).containsExactly("cat", "dog", "cow");
        var found = images(mixed);
        assertThat(found).hasSize(16);
        assertThat(new HashSet<>(found)).hasSize(10);
        assertThat(found.stream().filter(row -> row.startsWith("2 "))).hasSize(2);
        assertThat(mixed.test().orElseThrow().size()).isEqualTo(10);
        double mean = mixed.whole().normalization().mean().getFirst() * 255;
        assertThat(mean).isBetween(50.0, 61.0); // twelve values of 60 to 65, and four of 40 to 43
        var divided = DividedDataset.of(mixed, new ValidationChoice.Share(0.5), new Seed(4))
                .dataset();
        assertThat(divided.validation().orElseThrow().size()).isEqualTo(6);
        assertThat(((ImageDataset) divided).normalization())
                .isEqualTo(mixed.whole().normalization());
    }

    @Test
    void theFilesOfAllSourcesAreCompared() throws IOException {
        var mixed = MixedDataset.of("mix", List.of(source(images.tree(), 3), source(other(), 1)));
        assertThat(mixed.fingerprint().orElseThrow().files().map(FileFingerprint::name))
                .hasSize(20)
                .contains(folder.resolve("other/train/cow/b.png").toString());
    }

    @Test
    void datasetsThatCannotBeMixedAreRefused() throws IOException {
        var pixels = new MixedDataset.Source(Datasets.open(Datasets.BUILT_IN, 16), 1);
        var color = new MixedDataset.Source(pixels("color", new Shape(28, 28, 3), 4), 1);
        var tree = source(images.tree(), 1);
        assertThatThrownBy(() -> MixedDataset.of("mix", List.of(tree, pixels)))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("fashion-mnist-mini cannot be mixed with " + images.tree()
                        + ": one holds pixels, the other encoded images; mix image files");
        assertThatThrownBy(() -> MixedDataset.of("mix", List.of(pixels, color)))
                .hasMessage(
                        "color cannot be mixed with fashion-mnist-mini: its images are 28×28×3, the others 28×28×1");
        var numbers = source(images.write("tree/numbers.csv", "train/cat/0.png,0\ntrain/dog/0.png,1\n"), 1);
        assertThatThrownBy(() -> MixedDataset.of("mix", List.of(tree, numbers)))
                .hasMessageContaining("are names, those of " + folder.resolve("tree/numbers.csv") + " numbers");
    }

    @Test
    void aTextWithWeightsIsAMixture() {
        assertThat(DatasetMixture.parse("a:0.7, b/c:3").orElseThrow().sources())
                .containsExactly(new DatasetMixture.Weighted("a", 0.7), new DatasetMixture.Weighted("b/c", 3));
        assertThat(DatasetMixture.parse("cifar10")).isEmpty();
        assertThat(DatasetMixture.parse("a:1")).isEmpty();
        assertThat(DatasetMixture.parse("a,b:1")).isEmpty();
        assertThatThrownBy(() -> DatasetMixture.parse("a:0,b:1")).hasMessageContaining("the weight 0; leave it out");
    }
}
