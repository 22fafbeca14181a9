package dev.stoker.datasets.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.ProgressReporter;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.FileFingerprint;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.ImageSourceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ParquetSourceTest {
    private static final int SIZE = 16;
    private static final Map<String, String> NAMES = Map.of(
            "huggingface",
            "{\"info\": {\"features\": {\"image\": {\"_type\": \"Image\"}, \"label\": {\"names\": [\"cat\", \"dog\"],"
                    + " \"_type\": \"ClassLabel\"}}}}");

    @TempDir
    Path folder;

    private StoredImages images;

    @BeforeEach
    void makeImages() throws IOException {
        images = StoredImages.of(folder);
    }

    private Path write(CompressionCodecName codec) throws IOException {
        write("train-00000-of-00002.parquet", codec, images.training().subList(0, 4));
        write("train-00001-of-00002.parquet", codec, images.training().subList(4, 10));
        write("validation-00000-of-00001.parquet", codec, images.validation());
        return folder.resolve("set");
    }

    /** As Hugging Face does, below {@code data/}. */
    private void write(String name, CompressionCodecName codec, List<StoredImages.Stored> rows) throws IOException {
        ParquetFiles.write(
                folder.resolve("set/data").resolve(name),
                ParquetFiles.HUGGING_FACE_SCHEMA,
                NAMES,
                codec,
                rows.stream()
                        .<List<?>>map(image -> List.of(List.of(image.encoded(), image.path()), (long) image.label()))
                        .toList());
    }

    private static ImageDataset open(Path path) {
        return Datasets.open(path.toString(), ImageSourceSettings.of(SIZE));
    }

    private static ImageDataset open(Path path, String image, String label) {
        return Datasets.open(
                path.toString(),
                new ImageSourceSettings(
                        SIZE, Optional.empty(), Optional.empty(), Optional.of(image), Optional.of(label), List.of()));
    }

    @ParameterizedTest
    @EnumSource(
            value = CompressionCodecName.class,
            names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
    void filesOfHuggingFaceHaveTheImagesOfTheTree(CompressionCodecName codec) throws IOException {
        var set = write(codec);
        SameImages.assertEqual(open(set), open(images.tree()));
        SameImages.assertEqual(open(set), open(images.tree())); // from the copy
        assertThat(open(set).fingerprint().orElseThrow().files().map(FileFingerprint::name))
                .containsExactly(
                        "data/train-00000-of-00002.parquet",
                        "data/train-00001-of-00002.parquet",
                        "data/validation-00000-of-00001.parquet");
    }

    @Test
    void theCopyReportsItsProgressAndIsNeededOnce() throws IOException {
        var set = write(CompressionCodecName.ZSTD).toString();
        var settings = ImageSourceSettings.of(SIZE);
        var reports = new ProgressLog();
        assertThat(Datasets.needsCopy(set, settings)).isTrue();
        Datasets.copy(set, settings, reports);
        long bytes;
        try (var files = Files.list(folder.resolve("set/data"))) {
            bytes = files.mapToLong(file -> file.toFile().length()).sum();
        }
        assertThat(reports.title).isEqualTo("copying set into TFRecords");
        assertThat(reports.total).isEqualTo(bytes);
        assertThat(reports.done).startsWith(0L).endsWith(bytes).isSorted().hasSizeGreaterThan(3);
        assertThat(Datasets.needsCopy(set, settings)).isFalse();
        assertThat(Datasets.needsCopy(images.tree().toString(), settings)).isFalse();
        reports.done.clear();
        Datasets.copy(set, settings, reports);
        assertThat(reports.done).isEmpty();
        SameImages.assertEqual(open(Path.of(set)), open(images.tree()));
    }

    private static final class ProgressLog implements ProgressReporter {
        private final List<Long> done = new ArrayList<>();
        private String title = "";
        private long total;

        @Override
        public void begin(String step, Optional<Bytes> size) {
            title = step;
            total = size.orElseThrow().count();
        }

        @Override
        public void progress(Bytes reached) {
            done.add(reached.count());
        }

        @Override
        public void message(String line) {}
    }

    @Test
    void aChangedFileIsCopiedAgain() throws IOException {
        var set = write(CompressionCodecName.SNAPPY);
        assertThat(open(set).training().size()).isEqualTo(10);
        var file = set.resolve("data/train-00001-of-00002.parquet");
        write(
                "train-00001-of-00002.parquet",
                CompressionCodecName.SNAPPY,
                images.training().subList(4, 9));
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
        assertThat(open(set).training().size()).isEqualTo(9);
    }

    @Test
    void labelsMayBeNamesAndImagesPlainBytes() throws IOException {
        var file = ParquetFiles.write(
                folder.resolve("plain.parquet"),
                "message schema { required binary picture; required binary species (STRING); required int32 size; }",
                Map.of(),
                CompressionCodecName.SNAPPY,
                images.training().stream()
                        .<List<?>>map(image -> List.of(image.encoded(), image.name(), 3))
                        .toList());
        var set = open(file, "picture", "species");
        assertThat(set.classes()).containsExactly("cat", "dog");
        assertThat(set.training().size()).isEqualTo(10);
        assertThat(set.validation()).isEmpty();
        String listed = "(columns: picture (bytes), species (text), size (integers))";
        assertThatThrownBy(() -> open(file))
                .isInstanceOf(StokerException.class)
                .hasMessage(file + " has no image column image or img; name it with image-feature " + listed);
        assertThatThrownBy(() -> open(file, "size", "species"))
                .hasMessage(file
                        + ": the column size is integers, but an image is bytes, or a struct with a field bytes; name"
                        + " another one with image-feature "
                        + listed);
        assertThatThrownBy(() -> open(file, "picture", "specie"))
                .hasMessageContaining("has no label column specie; did you mean species?");
    }

    @Test
    void rowsWithoutImageOrLabelAreNamed() throws IOException {
        var image = images.training().getFirst().encoded();
        var pathOnly = ParquetFiles.write(
                folder.resolve("a.parquet"),
                ParquetFiles.HUGGING_FACE_SCHEMA,
                NAMES,
                CompressionCodecName.SNAPPY,
                List.of(List.of(List.of(image, "x.png"), 0L), List.of(Arrays.asList(null, "y.png"), 1L)));
        assertThatThrownBy(() -> open(pathOnly))
                .hasMessageStartingWith(pathOnly + ", row 1: there is no image in the column image");
        var unlabeled = ParquetFiles.write(
                folder.resolve("b.parquet"),
                ParquetFiles.HUGGING_FACE_SCHEMA,
                NAMES,
                CompressionCodecName.SNAPPY,
                List.of(Arrays.asList(List.of(image, "x.png"), null)));
        assertThatThrownBy(() -> open(unlabeled))
                .hasMessageStartingWith(unlabeled + ", row 0: there is no label in the column label");
        var empty = ParquetFiles.write(
                folder.resolve("c.parquet"),
                ParquetFiles.HUGGING_FACE_SCHEMA,
                NAMES,
                CompressionCodecName.SNAPPY,
                List.of());
        assertThatThrownBy(() -> open(empty)).hasMessage(empty + " has no rows");
    }

    @Test
    void damagedFilesAndOtherCompressionsAreRefusedByName() throws IOException {
        var file = write(CompressionCodecName.SNAPPY).resolve("data/train-00000-of-00002.parquet");
        byte[] whole = Files.readAllBytes(file);
        var damaged = images.write("d/damaged.parquet", Arrays.copyOf(whole, whole.length / 2));
        assertThatThrownBy(() -> open(damaged))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(damaged + " is no Parquet file, or damaged");
        assertThat(damaged.resolveSibling(".stoker/damaged.parquet.records")).doesNotExist();
        var brotli = ParquetFiles.write(
                folder.resolve("b.parquet"),
                ParquetFiles.HUGGING_FACE_SCHEMA,
                NAMES,
                CompressionCodecName.BROTLI,
                List.of(List.of(List.of(new byte[10], "x.png"), 0L)));
        assertThatThrownBy(() -> open(brotli))
                .hasMessageStartingWith(brotli + " is compressed with BROTLI, which is not read; write it with snappy");
    }
}
