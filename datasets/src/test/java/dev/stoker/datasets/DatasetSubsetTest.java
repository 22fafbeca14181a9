package dev.stoker.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.example.ExampleWriter;
import dev.stoker.data.record.RecordWriter;
import dev.stoker.image.transform.PaddingMode;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetSubsetTest {
    private static final Seed SEED = new Seed(3);

    @TempDir
    Path folder;

    /** The rows of a split in their order, each after its label. */
    private static List<String> rows(DatasetSplit part) {
        var rows = new ArrayList<String>();
        var plain = part.evaluationRows();
        try (var feed = plain.batch(64).open(PipelineResources.workers(2), BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    for (int i = 0; i < batch.size(); i++) {
                        var row = batch.rows().asSlice((long) i * plain.rowBytes(), plain.rowBytes());
                        rows.add(batch.labels().getAtIndex(ValueLayout.JAVA_LONG, i) + " "
                                + Arrays.hashCode(row.toArray(ValueLayout.JAVA_BYTE)));
                    }
                }
            }
        }
        return rows;
    }

    @Test
    void theSameSeedGivesTheSameSubsetAndALargerShareHoldsASmallerOne() {
        try (var set = Datasets.open(Datasets.BUILT_IN, 28)) {
            var small = rows(new DatasetSubset(0.02, 10).of(set.training(), set.classes(), SEED));
            assertThat(small)
                    .hasSize(200)
                    .isEqualTo(rows(new DatasetSubset(0.02, 10).of(set.training(), set.classes(), SEED)));
            assertThat(rows(new DatasetSubset(0.1, 10).of(set.training(), set.classes(), SEED)))
                    .hasSize(1000)
                    .containsAll(small);
            assertThat(rows(new DatasetSubset(0.02, 10).of(set.training(), set.classes(), new Seed(4))))
                    .isNotEqualTo(small);
            assertThat(new DatasetSubset(1, 10).of(set.training(), set.classes(), SEED))
                    .isSameAs(set.training());
        }
    }

    @Test
    void theFirstClassesKeepTheirLabels() {
        try (var set = Datasets.open(Datasets.BUILT_IN, 28)) {
            var four = rows(new DatasetSubset(0.1, 4).of(set.training(), set.classes(), SEED));
            assertThat(four).hasSize(400).allMatch(row -> row.charAt(0) < '4');
            assertThat(four).anyMatch(row -> row.startsWith("3 "));
        }
    }

    @Test
    void aMissingClassIsNamed() {
        try (var set = Datasets.open(Datasets.BUILT_IN, 28)) {
            assertThatThrownBy(() -> new DatasetSubset(0.0005, 10).of(set.training(), set.classes(), SEED))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("the subset of 5 of 10,000 images has none of class '")
                    .hasMessageEndingWith("use a larger share or another seed");
        }
    }

    private static byte[] png(int shade) throws IOException {
        var image = new BufferedImage(20, 20, BufferedImage.TYPE_INT_RGB);
        image.setRGB(10, 10, shade * 0x010203);
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    /** Labels of shards are known only by reading them. */
    @Test
    void shardsGiveTheFirstClassesAndNameAMissingOne() throws IOException {
        for (String part : List.of("train", "validation")) {
            try (var writer = RecordWriter.open(folder, part, new Bytes(2000))) {
                for (int i = 0; i < 40; i++) {
                    writer.write(new ExampleWriter()
                            .bytes("image/encoded", png(i))
                            .int64("image/class/label", i % 4 == 3 ? 0 : i % 4)
                            .toBytes());
                }
            }
        }
        Files.writeString(folder.resolve("classes.txt"), "one\ntwo\nthree\nfour\n");
        try (var set = Datasets.open(folder.toString(), 16)) {
            var two = new DatasetSubset(1, 2).of(set.training(), set.classes(), SEED);
            assertThat(rows(two)).hasSize(30).allMatch(row -> row.charAt(0) < '2');
            assertThatThrownBy(() -> new DatasetSubset(0.9, 4).of(set.training(), set.classes(), SEED))
                    .hasMessageContaining("the subset of 36 of 40 images has none of class 'four'");
        }
    }

    /** Squares of one shade have the same pixels in any size. */
    @Test
    void smallImagesAreShiftedLessAtLowerStrength() {
        try (var set = Datasets.open(Datasets.BUILT_IN, 28)) {
            var still = new AugmentationSettings(
                    AugmentationSettings.FlipMode.NONE,
                    OptionalInt.empty(),
                    PaddingMode.BLACK,
                    AugmentationSettings.MIN_AREA,
                    0,
                    OptionalInt.of(14),
                    TransformSettings.NONE);
            var rows = set.training().trainingRows(still, SEED);
            assertThat(rows.rowBytes()).isEqualTo(14 * 14);
            try (var small = rows.batch(8).open(PipelineResources.workers(1), BatchMemoryAllocator.host());
                    var large = set.training()
                            .evaluationRows()
                            .batch(8)
                            .open(PipelineResources.workers(1), BatchMemoryAllocator.host());
                    var shrunk = small.next();
                    var whole = large.next()) {
                for (int i = 0; i < 8 * 14 * 14; i++) {
                    int row = i / 196;
                    int y = i % 196 / 14;
                    int x = i % 14;
                    int sum = 0;
                    for (int k = 0; k < 4; k++) {
                        sum += Byte.toUnsignedInt(whole.rows()
                                .get(ValueLayout.JAVA_BYTE, row * 784L + (2 * y + k / 2) * 28L + (2 * x + k % 2)));
                    }
                    assertThat(Byte.toUnsignedInt(shrunk.rows().get(ValueLayout.JAVA_BYTE, i)))
                            .isBetween(sum / 4, (sum + 3) / 4);
                }
            }
        }
    }
}
