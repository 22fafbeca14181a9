package dev.stoker.datasets.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.DatasetMixture;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.DividedDataset;
import dev.stoker.datasets.FileFingerprint;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.MixedDataset;
import dev.stoker.datasets.ValidationChoice;
import java.io.IOException;
import java.nio.file.Path;
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
        var tree = source(images.tree(), 1);
        assertThatThrownBy(() -> MixedDataset.of("mix", List.of(tree, pixels)))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("fashion-mnist-mini cannot be mixed with others: it holds pixels or rows");
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
