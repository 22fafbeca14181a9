package dev.stoker.datasets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Bytes;
import dev.stoker.core.CorruptDataException;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Rows;
import dev.stoker.data.StageStatistics;
import dev.stoker.data.example.ExampleWriter;
import dev.stoker.data.record.RecordWriter;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncodedImageDatasetsTest {
    @TempDir
    Path folder;

    private static byte[] png(Color color, int width, int height) throws IOException {
        var image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        var graphics = image.createGraphics();
        graphics.setColor(color);
        graphics.fillRect(0, 0, width, height);
        graphics.dispose();
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        return bytes.toByteArray();
    }

    private void writeTree() throws IOException {
        for (String part : List.of("train", "val")) {
            for (int i = 0; i < 4; i++) {
                write("%s/green/%d.png".formatted(part, i), png(Color.GREEN, 30 + i, 20));
                write("%s/red/%d.PNG".formatted(part, i), png(Color.RED, 20, 30 + i));
            }
        }
        write("train/red/notes.txt", new byte[] {1});
        write("train/red/.hidden.png", new byte[] {1});
    }

    private void write(String name, byte[] content) throws IOException {
        Files.createDirectories(folder.resolve(name).getParent());
        Files.write(folder.resolve(name), content);
    }

    private static void checkColors(Rows<?> rows, int count) {
        try (var feed = rows.batch(count).open(PipelineResources.workers(2), BatchMemoryAllocator.host());
                var batch = feed.next()) {
            for (int row = 0; row < count; row++) {
                boolean red = batch.labels().getAtIndex(ValueLayout.JAVA_LONG, row) == 1;
                long middle = 768L * row + (8 * 16 + 8) * 3;
                assertThat(batch.rows().get(ValueLayout.JAVA_BYTE, middle)).isEqualTo((byte) (red ? 255 : 0));
                assertThat(batch.rows().get(ValueLayout.JAVA_BYTE, middle + 1)).isEqualTo((byte) (red ? 0 : 255));
            }
        }
    }

    @Test
    void aTreeOfImagesIsADatasetWithFoldersAsClasses() throws IOException {
        writeTree();
        try (var set = Datasets.open(folder.toString(), 16)) {
            assertThat(set.classes()).containsExactly("green", "red");
            assertThat(set.shape()).isEqualTo(new Shape(16, 16, 3));
            assertThat(set.training().size()).isEqualTo(8);
            checkColors(set.training().trainingRows(new Seed(1)), 8);
            checkColors(set.test().or(set::validation).orElseThrow().evaluationRows(), 8);
        }
    }

    @Test
    void readingDecodingAndTransformingAreTimedApart() throws IOException {
        writeTree();
        try (var set = Datasets.open(folder.toString(), 16);
                var feed = set.training()
                        .trainingRows(new Seed(1))
                        .batch(8)
                        .open(PipelineResources.workers(1), BatchMemoryAllocator.host());
                var _ = feed.next()) {
            var stages = feed.statistics();
            assertThat(stages)
                    .extracting(StageStatistics::kind)
                    .containsExactly(
                            StageStatistics.Kind.READ,
                            StageStatistics.Kind.DECODE,
                            StageStatistics.Kind.TRANSFORM,
                            StageStatistics.Kind.WORKERS,
                            StageStatistics.Kind.CONSUMER);
            assertThat(stages.subList(0, 3))
                    .allMatch(stage -> stage.elements() == 8)
                    .allMatch(stage -> stage.service().isPositive());
            var parts =
                    stages.subList(0, 3).stream().map(StageStatistics::service).reduce(Duration.ZERO, Duration::plus);
            assertThat(parts).isLessThanOrEqualTo(stages.get(3).service());
            assertThat(StageStatistics.service(stages, StageStatistics.Kind.DECODE))
                    .isEqualTo(stages.get(1).service());
        }
    }

    @Test
    void shardsAreADatasetWithTheirListOfClasses() throws IOException {
        for (String part : List.of("train", "validation")) {
            try (var writer = RecordWriter.open(folder, part, new Bytes(400))) {
                for (int i = 0; i < 8; i++) {
                    writer.write(new ExampleWriter()
                            .bytes("image/encoded", png(i % 2 == 0 ? Color.GREEN : Color.RED, 20 + i, 25))
                            .int64("image/class/label", i % 2)
                            .toBytes());
                }
            }
        }
        Files.writeString(folder.resolve("classes.txt"), "green\nred\n");
        try (var set = Datasets.open(folder.toString(), 16)) {
            assertThat(set.classes()).containsExactly("green", "red");
            assertThat(set.training().size()).isEqualTo(8);
            checkColors(set.training().trainingRows(new Seed(1)), 8);
            checkColors(set.test().or(set::validation).orElseThrow().evaluationRows(), 8);
        }
    }

    @Test
    void aLabelOutsideTheClassesNamesTheRecord() throws IOException {
        for (String part : List.of("train", "test")) {
            try (var writer = RecordWriter.open(folder, part, Bytes.ofMebibytes(1))) {
                writer.write(new ExampleWriter()
                        .bytes("image/encoded", png(Color.RED, 9, 9))
                        .int64("image/class/label", 7)
                        .toBytes());
            }
        }
        Files.writeString(folder.resolve("classes.txt"), "green\nred\n");
        try (var set = Datasets.open(folder.toString(), 16)) {
            assertThatThrownBy(() -> checkColors(
                            set.test().or(set::validation).orElseThrow().evaluationRows(), 1))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining(
                            "test-00000-of-00001.tfrecord, record 0 at byte 0: the label is 7, but there are 2");
        }
    }

    @Test
    void aFileThatIsNotAnImageIsNamed() throws IOException {
        writeTree();
        write("train/green/0.png", "hello, I am text".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        try (var set = Datasets.open(folder.toString(), 16)) {
            assertThatThrownBy(() -> checkColors(set.training().evaluationRows(), 8))
                    .isInstanceOf(CorruptDataException.class)
                    .hasMessageContaining("0.png: ");
        }
    }

    @Test
    void aDeletedFileIsNamed() throws IOException {
        writeTree();
        try (var set = Datasets.open(folder.toString(), 16)) {
            Files.delete(folder.resolve("train/red/3.PNG"));
            assertThatThrownBy(() -> checkColors(set.training().evaluationRows(), 8))
                    .hasMessageContaining("cannot read")
                    .hasMessageContaining("3.PNG (no such file or folder)");
        }
    }

    @Test
    void aClassThatOnlyTheTestSplitHasIsRefused() throws IOException {
        writeTree();
        write("val/blue/1.png", png(Color.BLUE, 9, 9));
        assertThatThrownBy(() -> Datasets.open(folder.toString(), 16)).hasMessageContaining("holds a class 'blue'");
    }

    @Test
    void anEmptyFolderIsAnErrorThatSaysWhatIsExpected() {
        assertThatThrownBy(() -> Datasets.open(folder.toString(), 16))
                .hasMessageContaining("a dataset folder holds shards")
                .hasMessageContaining("train/ and val/");
    }

    @Test
    void imagesWithoutClassFoldersAreRefusedWithTheTreeThatIsExpected() throws IOException {
        write("flat/1.png", png(Color.RED, 20, 20));
        write("flat/2.png", png(Color.RED, 20, 20));
        Path flat = folder.resolve("flat");
        assertThatThrownBy(() -> Datasets.open(flat.toString(), 16))
                .isInstanceOf(StokerException.class)
                .hasMessage(
                        "%s holds 2 images and no class folders; move each class into a folder of its own, as in"
                            + " %s/CLASS/*.jpg, or %s/train/CLASS/*.jpg and %s/val/CLASS/*.jpg, then run `stoker train"
                            + " %s`",
                        flat, flat, flat, flat, flat);
        write("tree/train/1.png", png(Color.RED, 20, 20));
        write("tree/val/1.png", png(Color.RED, 20, 20));
        assertThatThrownBy(() -> Datasets.open(folder.resolve("tree").toString(), 16))
                .hasMessageContaining("tree/train holds 1 images and no class folders");
    }
}
