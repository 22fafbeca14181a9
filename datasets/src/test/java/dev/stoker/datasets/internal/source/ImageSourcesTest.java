package dev.stoker.datasets.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.data.example.ExampleWriter;
import dev.stoker.data.label.LabelSets;
import dev.stoker.data.label.SoftLabels;
import dev.stoker.data.label.TargetValues;
import dev.stoker.data.record.RecordWriter;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.EncodedImageSettings;
import dev.stoker.datasets.FileFingerprint;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.ImageSourceSettings;
import dev.stoker.datasets.LabelFormat;
import dev.stoker.datasets.table.TableDataset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageSourcesTest {
    private static final int SIZE = 16;
    private static final String LONG_NAME = "a folder/".repeat(20);

    @TempDir
    Path folder;

    private StoredImages images;

    @BeforeEach
    void makeImages() throws IOException {
        images = StoredImages.of(folder);
    }

    private static ImageSourceSettings settings(String image, String label, String... shape) {
        return new ImageSourceSettings(
                SIZE, Optional.empty(), Optional.empty(), Optional.of(image), Optional.of(label), List.of(shape));
    }

    private static ImageSourceSettings label(String column) {
        return new ImageSourceSettings(
                SIZE, Optional.of(column), Optional.empty(), Optional.empty(), Optional.empty(), List.of());
    }

    private void assertSameAsTree(ImageDataset found) throws IOException {
        SameImages.assertEqual(found, Datasets.open(images.tree().toString(), SIZE));
    }

    private static ImageDataset open(Path path, ImageSourceSettings settings) {
        return Datasets.open(path.toString(), settings);
    }

    private static ImageDataset open(Path path) {
        return open(path, ImageSourceSettings.of(SIZE));
    }

    private static List<String> files(ImageDataset set) {
        return set.fingerprint()
                .orElseThrow()
                .files()
                .map(FileFingerprint::name)
                .toList();
    }

    @Test
    void aListWithColumnsHasTheImagesOfTheTree() throws IOException {
        var list = images.list();
        assertSameAsTree(open(list, label("species")));
        assertThat(files(open(list, label("species"))))
                .hasSize(17)
                .startsWith("images.csv", "train/cat/0.png")
                .endsWith("val/dog/2.png");
        assertThat(TableDataset.isTable(list.toString())).isFalse();
    }

    @Test
    void listsOfAFolderArePartsAndPathsMayStartElsewhere() throws IOException {
        images.tree();
        images.write("lists/train.txt", lines(images.training(), "%s %s"));
        images.write("lists/val.txt", lines(images.validation(), "%s %s"));
        var elsewhere = new ImageSourceSettings(
                SIZE,
                Optional.empty(),
                Optional.of(folder.resolve("tree")),
                Optional.empty(),
                Optional.empty(),
                List.of());
        assertSameAsTree(open(folder.resolve("lists"), elsewhere));
        images.write("tree/all.tsv", "path\tlabel\n" + lines(images.training(), "%s\t%s"));
        assertThat(TableDataset.isTable(folder.resolve("tree/all.tsv").toString()))
                .isFalse();
    }

    private static String lines(List<StoredImages.Stored> images, String format) {
        return images.stream()
                .map(image -> format.formatted(image.path(), image.name()) + "\n")
                .collect(Collectors.joining());
    }

    private static ImageSourceSettings multiLabel() {
        return labels(LabelFormat.CLASSES);
    }

    private static ImageSourceSettings labels(LabelFormat format) {
        return labels(format, Optional.empty());
    }

    private static ImageSourceSettings labels(LabelFormat format, String columns) {
        return labels(format, Optional.of(columns));
    }

    private static ImageSourceSettings labels(LabelFormat format, Optional<String> columns) {
        return new ImageSourceSettings(
                EncodedImageSettings.of(SIZE),
                columns,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                format);
    }

    /** The label of an image is the number of its set, in which the order of names does not matter. */
    @Test
    void aListMayHaveAnyNumberOfLabelsForAnImage() throws IOException {
        images.write("a.png", "");
        var list = images.write("several.csv", """
            path,label,split
            a.png,dog|cat,train
            a.png,cat ; dog,train
            a.png,|,train
            a.png,cow,train
            a.png,cow,val
            """);
        var set = open(list, multiLabel());
        assertThat(set.classes()).containsExactly("cat", "cow", "dog");
        assertThat(set.training().labels()).containsExactly(0, 0, 1, 2);
        assertThat(set.validation().orElseThrow().labels()).containsExactly(2);
        assertThat(set.targets()).hasValue(new LabelSets(3, List.of(List.of(0, 2), List.of(), List.of(1))));
        var unknown = images.write("unknown.csv", "path,label,split\na.png,dog|cat,train\na.png,dog|cow,val\n");
        assertThatThrownBy(() -> open(unknown, multiLabel()))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("line 3: the label 'cow' is not one of the 2 classes");
    }

    /** The label of an image is the number of its row, and equal numbers share one. */
    @Test
    void aListMayHaveANumberForAnImage() throws IOException {
        images.write("a.png", "");
        var list = images.write("ages.csv", "path,age,split\na.png,31.5,train\na.png,-2e1,train\na.png,31.50,val\n");
        var set = open(list, labels(LabelFormat.NUMBER));
        assertThat(set.classes()).containsExactly("age");
        assertThat(set.training().labels()).containsExactly(0, 1);
        assertThat(set.validation().orElseThrow().labels()).containsExactly(0);
        assertThat(set.targets()).hasValue(new TargetValues(1, List.of(List.of(31.5), List.of(-20.0))));
        assertThat(set.task()).isEqualTo(Task.REGRESSION);
    }

    @Test
    void aListMayHaveSeveralNumbersForAnImage() throws IOException {
        images.write("a.png", "");
        var list = images.write(
                "sizes.csv", "width,path,height,split\n1,a.png,2,train\n3,a.png,4,train\n1.0,a.png,2,val\n");
        var set = open(list, labels(LabelFormat.NUMBER, "height, width"));
        assertThat(set.classes()).containsExactly("height", "width");
        assertThat(set.training().labels()).containsExactly(0, 1);
        assertThat(set.validation().orElseThrow().labels()).containsExactly(0);
        assertThat(set.targets()).hasValue(new TargetValues(2, List.of(List.of(2.0, 1.0), List.of(4.0, 3.0))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,2,a.png | width,hight | has no column 'hight' for the label; did you mean height?",
                "1,x,a.png | width,height | line 2: the target height is 'x', which is no finite number",
                "1,,a.png | width,height | line 2: the column height is empty",
            })
    void everyColumnOfNumbersIsChecked(String line, String label, String problem) throws IOException {
        images.write("a.png", "");
        var list = images.write("sizes.csv", "width,height,path\n%s\n".formatted(line));
        assertThatThrownBy(() -> open(list, labels(LabelFormat.NUMBER, label)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(problem);
    }

    /** Classes are in one column, whose name may have a comma. */
    @Test
    void aCommaSeparatesColumnsOfNumbersAlone() throws IOException {
        images.write("a.png", "");
        var list = images.write("named.csv", "path,\"a,b\",a,b\na.png,0,1,2\na.png,1,1,2\n");
        assertThat(open(list, labels(LabelFormat.NUMBER, "a,b")).classes()).containsExactly("a,b");
        assertThat(open(list, labels(LabelFormat.CLASS, "a,b")).classes()).containsExactly("0", "1");
        assertThatThrownBy(() -> open(list, labels(LabelFormat.CLASS, "a,path")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("has no column 'a,path' for the label");
    }

    @ParameterizedTest
    @ValueSource(strings = {"old", "NaN", "Infinity", "1e999", "12 years"})
    void aLabelThatIsNoNumberIsNamedWithItsLine(String text) throws IOException {
        images.write("a.png", "");
        var list = images.write("ages.csv", "path,age\na.png,31\na.png,%s\n".formatted(text));
        assertThatThrownBy(() -> open(list, labels(LabelFormat.NUMBER)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(
                        "line 3: the target age is '%s', which is no finite number; correct it".formatted(text));
    }

    @Test
    void aListMayHaveProbabilitiesOfClasses() throws IOException {
        images.write("a.png", "");
        var list = images.write("soft.csv", "path,label\na.png,dog:0.3 cat:0.7\na.png,dog:1\na.png,cat:0.7 dog:0.3\n");
        var set = open(list, labels(LabelFormat.PROBABILITIES));
        assertThat(set.classes()).containsExactly("cat", "dog");
        assertThat(set.training().labels()).containsExactly(0, 1, 0);
        assertThat(set.targets()).hasValue(new SoftLabels(2, List.of(List.of(0.7, 0.3), List.of(0.0, 1.0))));
        var wrong = images.write("wrong.csv", "path,label\na.png,dog:1\na.png,dog:0.3 cat:0.6\n");
        assertThatThrownBy(() -> open(wrong, labels(LabelFormat.PROBABILITIES)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(
                        "line 3: the probabilities of 'dog:0.3 cat:0.6' sum to 0.9000, and must sum to 1; correct it");
    }

    @Test
    void aCsvFileThatNamesNoImagesIsATable() throws IOException {
        var table = images.write("table.csv", "file,size,label\nreport.pdf,3,a\nletter.pdf,4,b\n");
        assertThat(TableDataset.isTable(table.toString())).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.png,cat;no.png,dog;nor.png,dog | line 2: there is no file * and 1 more line is like it; correct the"
                        + " path",
                "a.png,cat;a.png,cat#dog | line 2: 'cat|dog' is several labels, and a classifier is trained on one",
                "path,label,split;a.png,cat,train;a.png,cow,val;a.png,dog,train | line 3: the label 'cow' is not one"
                        + " of the 2 classes",
                "path,label,split;a.png,cat,train;a.png,cow,toast | line 3: the split 'toast' is none of train,"
                        + " validation",
                "path,label,split;a.png,cat,val | lists no images for training",
                "path,label;a.png,7;a.png,1 | there is a label 7, but only 2 of the labels up to there occur",
                "path,one,two;a.png,1,2 | has no column called label, class or target; name the one",
                "path,label;a.png,1,2 | line 2: 3 cells where the first line names 2",
                "path,label;a.png, | line 2: the column label is empty",
                "path,label;a.png,0;a.png,-1 | the label '-1' is negative; labels count from 0",
                "path,label | lists no files",
            })
    void aListWithBadLinesNamesTheFirst(String lines, String message) throws IOException {
        images.write("a.png", new byte[0]);
        var list = images.write("list.txt", lines.replace(';', '\n').replace('#', '|'));
        var expected = message.split(" \\* ", -1);
        assertThatThrownBy(() -> open(list))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(list.toString())
                .hasMessageContaining(expected[0])
                .hasMessageContaining(expected[expected.length - 1]);
    }

    @Test
    void recordsWithOtherFeaturesHaveTheImagesOfTheTree() throws IOException {
        var records = images.records();
        assertSameAsTree(open(records, settings("image_raw", "species")));
        images.write("records/classes.txt", "cat\ndog\n");
        assertSameAsTree(open(records, settings("image_raw", "number")));
        assertThat(files(open(records, settings("image_raw", "number")))).contains("classes.txt");
    }

    @Test
    void labelsThatAreNumbersCountFromZero() throws IOException {
        assertThat(open(images.records(), settings("image_raw", "number")).classes())
                .containsExactly("0", "1");
    }

    @Test
    void featuresThatAreMissingOrOfAnotherKindAreNamedWithThoseThereAre() throws IOException {
        var records = images.records();
        String listed = "(features: image_raw (bytes), species (bytes), number (int64), weight (float))";
        assertThatThrownBy(() -> open(records))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("record 0 at byte 0: there is no feature image/encoded or image for the image")
                .hasMessageEndingWith(listed);
        assertThatThrownBy(() -> open(records, settings("number", "species")))
                .hasMessageContaining("the feature number holds int64 values, but an image is bytes; name another")
                .hasMessageEndingWith(listed);
        assertThatThrownBy(() -> open(records, settings("image_raw", "weight")))
                .hasMessageContaining("the feature weight holds float values, but a label is int64");
        assertThatThrownBy(() -> open(records, settings("image_raw", "specis")))
                .hasMessageContaining("there is no feature specis for the label; did you mean species?");
        assertThatThrownBy(() -> open(records, settings("image_raw", "species", "weight", "3")))
                .hasMessageContaining("the feature weight holds float values, but a side is int64");
        assertThatThrownBy(() -> open(records, settings("image_raw", "species", "3")))
                .hasMessageContaining("shape-features are height, width and, unless it is 3, the channels, got 3");
    }

    @Test
    void rawPixelsAreImages() throws IOException {
        byte[] pixels = new byte[SIZE * SIZE * 3];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) (7 * i);
        }
        writeRaw(pixels);
        for (var shape : List.of(List.of("h", "w", "3"), List.of("h", "16"), List.of("16", "16", "3"))) {
            var source = settings("pixels", "label", shape.toArray(String[]::new));
            try (var set = open(folder.resolve("raw"), source)) {
                assertThat(SameImages.rows(set.test().orElseThrow().evaluationRows(), 2))
                        .isEqualTo(rowsOfPngs(pixels));
            }
        }
        try (var set = open(folder.resolve("raw"), settings("pixels", "label", "h", "w", "1"))) {
            assertThatThrownBy(() -> SameImages.rows(set.test().orElseThrow().evaluationRows(), 2))
                    .hasMessageContaining("test.tfrecord, record")
                    .hasMessageContaining("feature pixels holds 768 bytes, which are not 16×16×1 pixels");
        }
    }

    /** The same pixels as files. */
    private List<String> rowsOfPngs(byte[] pixels) throws IOException {
        images.write("pngs/a.png", StoredImages.png(pixels, SIZE));
        var list = images.write(
                "pngs/list.csv", "path,label,split\na.png,0,train\na.png,0,test\na.png,1,test\na.png,1,train\n");
        try (var set = open(list)) {
            return SameImages.rows(set.test().orElseThrow().evaluationRows(), 2);
        }
    }

    private void writeRaw(byte[] pixels) throws IOException {
        Files.createDirectories(folder.resolve("raw"));
        for (String name : List.of("train.tfrecord", "test.tfrecord")) {
            try (var writer = RecordWriter.open(folder.resolve("raw/" + name + ".d"), "x", new Bytes(1 << 20))) {
                for (int label = 0; label < 2; label++) {
                    writer.write(new ExampleWriter()
                            .bytes("pixels", pixels)
                            .int64("label", label)
                            .int64("h", SIZE)
                            .int64("w", SIZE)
                            .toBytes());
                }
            }
            Files.move(folder.resolve("raw/" + name + ".d/x-00000-of-00001.tfrecord"), folder.resolve("raw/" + name));
        }
    }

    @ParameterizedTest
    @CsvSource({"0,false", "2,false", "3,true", "2,true"})
    void tarsHaveTheImagesOfTheTree(int longFileMode, boolean json) throws IOException {
        boolean plain = longFileMode == TarArchiveOutputStream.LONGFILE_ERROR;
        var tars = images.tars(longFileMode, plain ? "" : LONG_NAME, json);
        assertSameAsTree(open(tars));
        assertThat(files(open(tars))).containsExactly("train-0.tar", "train-1.tar", "val-0.tar");
    }

    @Test
    void aTarCutShortNamesTheFileAndTheOffset() throws IOException {
        var tar = images.tars(0, "", false).resolve("train-1.tar");
        byte[] whole = Files.readAllBytes(tar);
        Files.write(tar, Arrays.copyOf(whole, 3000));
        assertThatThrownBy(() -> open(folder.resolve("tars")))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(tar + " is cut short: it ends at byte 3,000, but 00000.PNG at byte 1,536 has ");
        Files.write(tar, Arrays.copyOf(whole, 1100));
        assertThatThrownBy(() -> open(folder.resolve("tars")))
                .hasMessageStartingWith(tar + " is cut short: it ends at byte 1,100, within the header at byte 1,024");
        for (int damaged : new int[] {10, 150}) { // the name, and the checksum, which is digits
            byte[] other = whole.clone();
            other[damaged] = 'x';
            Files.write(tar, other);
            assertThatThrownBy(() -> open(folder.resolve("tars")))
                    .hasMessageStartingWith(tar + ": at byte 0 there is no header of a tar");
        }
    }

    @Test
    void aTarWithoutLabelsOrImagesSaysWhatIsThere() throws IOException {
        var tars = images.tars(0, "", true);
        var other = new ImageSourceSettings(
                SIZE, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of("kind"), List.of());
        assertThatThrownBy(() -> open(tars, other))
                .hasMessage(
                        "%s: 00000 has no label; a file 00000.cls beside it, or a field kind of 00000.json, is expected (files: 00000.PNG, 00000.seg.png, 00000.json)"
                                .formatted(tars.resolve("train-0.tar")));
        var empty = images.write("empty/x.tar", new byte[1024]);
        assertThatThrownBy(() -> open(empty)).hasMessageStartingWith(empty + " holds no images");
        var gzipped = images.write("gzipped/x.tar", new byte[] {0x1f, (byte) 0x8b, 8, 0}.clone());
        Files.write(gzipped, Arrays.copyOf(Files.readAllBytes(gzipped), 600));
        assertThatThrownBy(() -> open(gzipped)).hasMessageContaining("is gzipped, which allows no random access");
    }

    @Test
    void settingsThatASourceHasNoUseForAreRefused() throws IOException {
        var tars = images.tars(0, "", false);
        assertThatThrownBy(() -> open(tars, settings("image", "label")))
                .hasMessageStartingWith("image-feature has no use for images of %s".formatted(tars));
    }

    @Test
    void filesOfNoPartAmongOthersAreRefused() throws IOException {
        images.tars(0, "", false);
        var other = images.write("tars/other.tar", new byte[1024]);
        assertThatThrownBy(() -> open(folder.resolve("tars")))
                .hasMessageStartingWith(other + " is named neither for training, validation nor test");
        images.write("tests/test-0.tar", new byte[1024]);
        assertThatThrownBy(() -> open(folder.resolve("tests"))).hasMessageContaining("no file for training");
    }

    @Test
    void whatIsNoKnownFileIsSaid() throws IOException {
        var file = images.write("data.bin", "x".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> open(file)).hasMessageContaining("data.bin is neither a list of images");
    }
}
