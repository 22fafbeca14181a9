package dev.stoker.datasets.prepare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.data.record.RecordBuffer;
import dev.stoker.data.record.RecordFile;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.internal.file.ClassNames;
import dev.stoker.image.decode.ImageFormat;
import dev.stoker.image.decode.ImageHeader;
import dev.stoker.image.jpeg.JpegIntegrity;
import dev.stoker.image.transform.DownscaleLimit;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tensorflow.proto.Example;

class PreparationTest {
    @TempDir
    Path folder;

    private TestImageFolder images;
    private Path set;

    @BeforeEach
    void names() {
        images = new TestImageFolder(folder.resolve("images"));
        set = folder.resolve("set");
    }

    private PreparationFixture prepared() {
        return PreparationFixture.settings(images.root(), set);
    }

    private static List<String> names(List<StoredImage> stored) {
        return stored.stream().map(StoredImage::filename).sorted().toList();
    }

    @Test
    void shardsHoldExactlyTheBytesAndLabelsOfTheSource() throws Exception {
        images.with("cat", 30).with("dog", 20);
        var result = prepared().run();
        var train = StoredImage.of(set, "train");
        var validation = StoredImage.of(set, "validation");
        assertThat(train.size() + validation.size()).isEqualTo(50);
        assertThat(result.records()).isEqualTo(50);
        assertThat(result.shards()).isGreaterThan(3);
        for (var stored : Stream.concat(train.stream(), validation.stream()).toList()) {
            assertThat(stored.encoded())
                    .isEqualTo(Files.readAllBytes(images.root().resolve(stored.filename())));
            assertThat(stored.text()).isEqualTo(stored.label() == 0 ? "cat" : "dog");
            assertThat(stored.filename()).startsWith(stored.text() + "/");
            assertThat(stored.format()).isEqualTo(stored.filename().endsWith("jpg") ? "jpeg" : "png");
            assertThat(stored.height()).isEqualTo(16);
            assertThat(stored.width()).isBetween(20L, 24L);
        }
        assertThat(set.resolve("classes.txt")).hasContent("cat\ndog");
        assertThat(folder.resolve("set.partial")).doesNotExist();
    }

    @Test
    void aCopyOfTheSetIsOpenedByItsIndexWithTheSameImagesAndFingerprint() throws Exception {
        images.with("cat", 30).with("dog", 20);
        prepared().run();
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (var files = Files.list(set)) {
            for (Path file : files.filter(each -> !each.toString().endsWith(".tfrecord.index"))
                    .toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }

        try (var there = Datasets.open("file://" + copy, 16);
                var here = Datasets.open(set.toString(), 16)) {
            assertThat(there.classes()).isEqualTo(here.classes());
            assertThat(there.training().size()).isEqualTo(here.training().size());
            assertThat(there.validation().orElseThrow().size())
                    .isEqualTo(here.validation().orElseThrow().size());
            assertThat(contents(there)).containsExactlyElementsOf(contents(here));
        }
        assertThat(copy.resolve("set.index")).exists();
        try (var files = Files.list(copy)) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".tfrecord.index"));
        }
    }

    /** Names, sizes and checksums of the shards, as a resumed run compares them. */
    private static List<String> contents(ImageDataset opened) {
        return opened.fingerprint()
                .orElseThrow()
                .files()
                .filter(file -> file.name().endsWith(".tfrecord"))
                .map(file -> "%s %d %d %s".formatted(file.name(), file.size(), file.records(), file.sha256()))
                .toList();
    }

    @Test
    void tensorFlowsOwnClassesReadTheRecords() throws Exception {
        images.with("cat", 3);
        prepared().with("split", Optional.of(new SplitFractions(1, 0, 0))).run();
        try (var file = RecordFile.open(StoredImage.shards(set, "train").getFirst());
                var buffer = new RecordBuffer()) {
            var features = Example.parseFrom(file.read(0, buffer).toArray(ValueLayout.JAVA_BYTE))
                    .getFeatures();
            assertThat(features.getFeatureMap().keySet())
                    .containsExactlyInAnyOrder(
                            "image/encoded",
                            "image/format",
                            "image/class/label",
                            "image/class/text",
                            "image/height",
                            "image/width",
                            "image/filename");
            String name = features.getFeatureOrThrow("image/filename")
                    .getBytesList()
                    .getValue(0)
                    .toStringUtf8();
            assertThat(features.getFeatureOrThrow("image/encoded")
                            .getBytesList()
                            .getValue(0)
                            .toByteArray())
                    .isEqualTo(Files.readAllBytes(images.root().resolve(name)));
        }
    }

    @Test
    void anImageKeepsItsSplitWhenOthersAreAdded() {
        images.with("cat", 60);
        var split = prepared().with("split", Optional.of(new SplitFractions(0.6, 0.2, 0.2)));
        split.run();
        images.with("dog", 40);
        Path later = folder.resolve("later");
        split.with("destination", later).run();
        for (String part : List.of("train", "validation", "test")) {
            var before = names(StoredImage.of(set, part));
            assertThat(before).hasSizeGreaterThan(3);
            assertThat(names(StoredImage.of(later, part))).containsAll(before);
        }
    }

    @Test
    void splitsOfTheSourceAreKept() {
        images.with("train/cat", 6).with("train/dog", 5).with("val/dog", 4).with("test/cat", 3);
        prepared().run();
        assertThat(StoredImage.of(set, "train")).hasSize(11);
        assertThat(StoredImage.of(set, "validation")).hasSize(4).allMatch(stored -> stored.label() == 1);
        assertThat(StoredImage.of(set, "test")).hasSize(3).allMatch(stored -> stored.label() == 0);
    }

    @Test
    void aClassThatTrainingDoesNotHaveNamesItsFolder() {
        images.with("train/cat", 2).with("val/cot", 2);
        assertThatThrownBy(() -> prepared().run())
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("val/cot")
                .hasMessageContaining("did you mean cat?");
    }

    @Test
    void aListOfClassesGivesTheLabels() throws Exception {
        images.with("cat", 4).with("dog", 4);
        Path classes = Files.writeString(folder.resolve("names.txt"), "wolf\ndog\ncat\n");
        var listed = prepared().with("classes", Optional.of(classes));
        listed.run();
        assertThat(StoredImage.of(set, "train"))
                .allMatch(stored -> stored.label() == (stored.text().equals("dog") ? 1 : 2));
        assertThat(set.resolve("classes.txt")).hasContent("wolf\ndog\ncat");
        images.with("fox", 1);
        assertThatThrownBy(() -> listed.with("overwrite", true).run())
                .hasMessageContaining("images/fox is the folder of a class that is not one of the 3 in ");
    }

    @Test
    void corruptFilesAreSkippedUpToTheLimitAndListed() throws Exception {
        images.with("cat", 10);
        byte[] whole = TestImageFolder.image("jpg", 64, 64, 1);
        images.write("cat/cut.jpg", Arrays.copyOf(whole, whole.length / 2));
        images.write("cat/text.jpg", "no image at all".getBytes(StandardCharsets.UTF_8));
        images.write("cat/empty.png", new byte[0]);
        assertThatThrownBy(() -> prepared().with("maxCorrupt", 2).run())
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("allow more than 2 corrupt files to be skipped")
                .extracting(wrong -> ((StokerException) wrong).settings())
                .isEqualTo(List.of("max-corrupt"));
        assertThat(set).doesNotExist();
        var result = prepared().with("maxCorrupt", 3).run();
        assertThat(result.skipped()).isEqualTo(3);
        assertThat(result.records()).isEqualTo(10);
        assertThat(Files.readAllLines(set.resolve("corrupt.txt")))
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("cat/cut.jpg\tJPEG truncated"),
                        line -> assertThat(line).startsWith("cat/empty.png\tnot an image: it is empty"),
                        line -> assertThat(line).startsWith("cat/text.jpg\tnot an image: it starts with the text"));
    }

    /** An end marker in the middle of the data: decoders make the rest gray. */
    private void writeDamaged(String name) {
        byte[] jpeg = TestImageFolder.image("jpg", 64, 64, 1);
        jpeg[jpeg.length - 40] = (byte) 0xff;
        jpeg[jpeg.length - 39] = (byte) 0xd9;
        images.write(name, jpeg);
    }

    @ParameterizedTest
    @EnumSource(CropReadyMode.class)
    void damagedFilesAreListedAndLeftOut(CropReadyMode cropReady) throws Exception {
        images.with("cat", 10);
        writeDamaged("cat/damaged.jpg");
        var result = prepared().with("cropReady", cropReady).run();
        assertThat(result.damaged()).isEqualTo(1);
        assertThat(result.skipped()).isZero();
        assertThat(result.records()).isEqualTo(10);
        assertThat(set.resolve("damaged.txt"))
                .hasContent("cat/damaged.jpg\tdamaged JPEG with missing or wrong pixels: the data ends early");
    }

    @ParameterizedTest
    @EnumSource(CropReadyMode.class)
    void damagedFilesThatAreKeptAreIntactInTheShards(CropReadyMode cropReady) throws Exception {
        images.with("cat", 10);
        writeDamaged("cat/damaged.jpg");
        var result = prepared()
                .with("damaged", DamagedMode.KEEP)
                .with("cropReady", cropReady)
                .run();
        assertThat(result.damaged()).isEqualTo(1);
        assertThat(result.records()).isEqualTo(11);
        assertThat(set.resolve("damaged.txt")).content().startsWith("cat/damaged.jpg\t");
        var stored = Stream.of("train", "validation")
                .flatMap(part -> StoredImage.of(set, part).stream())
                .filter(image -> image.filename().equals("cat/damaged.jpg"))
                .findFirst()
                .orElseThrow();
        assertThat(JpegIntegrity.of(stored.encoded())).isInstanceOf(JpegIntegrity.Intact.class);
        assertThat(stored.width()).isEqualTo(64);
    }

    @Test
    void filesWithTheSameBytesAreStoredOncePerSplit() throws Exception {
        images.with("train/cat", 5).with("val/cat", 2);
        byte[] bytes = TestImageFolder.image("png", 30, 30, 99);
        images.write("train/cat/a.png", bytes);
        images.write("train/cat/b.png", bytes);
        images.write("val/cat/c.png", bytes);
        var result = prepared().with("dedupe", true).run();
        assertThat(result.duplicates()).isEqualTo(1);
        assertThat(result.records()).isEqualTo(9);
        assertThat(set.resolve("duplicates.txt")).hasContent("train/cat/b.png\ttrain/cat/a.png");
    }

    @Test
    void resizingDownscalesTheShorterSideAndKeepsSmallImages() {
        images.write("cat/large.jpg", TestImageFolder.image("jpg", 200, 100, 1));
        images.write("cat/long.png", TestImageFolder.image("png", 40, 400, 2));
        byte[] small = images.write("cat/small.png", TestImageFolder.image("png", 40, 30, 3));
        prepared()
                .with("split", Optional.of(new SplitFractions(1, 0, 0)))
                .with("shuffle", false)
                .with("downscaleLimit", new DownscaleLimit(50, 100))
                .run();
        var stored = StoredImage.of(set, "train");
        assertThat(stored).extracting(StoredImage::width).containsExactly(100L, 10L, 40L);
        assertThat(stored).extracting(StoredImage::height).containsExactly(50L, 100L, 30L);
        var header = ImageHeader.read(MemorySegment.ofArray(stored.getFirst().encoded()));
        assertThat(header.format()).isEqualTo(ImageFormat.JPEG);
        assertThat(header.width()).isEqualTo(100);
        assertThat(ImageFormat.of(MemorySegment.ofArray(stored.get(1).encoded())))
                .isEqualTo(ImageFormat.PNG);
        assertThat(stored.getLast().encoded()).isEqualTo(small);
    }

    @Test
    void rawImagesAreTheirPixels() {
        images.write("cat/a.png", TestImageFolder.image("png", 12, 7, 1));
        byte[] large = images.write("cat/b.png", TestImageFolder.image("png", 300, 300, 2));
        prepared()
                .with("split", Optional.of(new SplitFractions(1, 0, 0)))
                .with("shuffle", false)
                .with("raw", true)
                .run();
        var stored = StoredImage.of(set, "train");
        assertThat(stored.getFirst().format()).isEqualTo("raw");
        assertThat(stored.getFirst().encoded()).hasSize(12 * 7 * 3);
        assertThat(stored.getLast().format()).isEqualTo("png");
        assertThat(stored.getLast().encoded()).isEqualTo(large);
    }

    @Test
    void theNumberOfWorkersChangesNothing() {
        images.with("cat", 40).with("dog", 40);
        var shrunk =
                prepared().with("downscaleLimit", new DownscaleLimit(12, 100)).with("shardSize", new Bytes(3000));
        shrunk.with("workers", 1).run();
        Path other = folder.resolve("other");
        shrunk.with("workers", 7).with("destination", other).run();
        assertThat(PreparationFixture.content(other))
                .isEqualTo(PreparationFixture.content(set))
                .hasSizeGreaterThan(10);
    }

    @Test
    void shufflingMixesTheClasses() {
        images.with("cat", 20).with("dog", 20);
        prepared().run();
        var labels =
                StoredImage.of(set, "train").stream().map(StoredImage::label).toList();
        assertThat(labels).isNotEqualTo(labels.stream().sorted().toList());
        Path sorted = folder.resolve("sorted");
        prepared().with("destination", sorted).with("shuffle", false).run();
        assertThat(StoredImage.of(sorted, "train"))
                .extracting(StoredImage::filename)
                .isSorted();
    }

    @Test
    void aLineBreakInAClassNameShiftsNoOtherName() throws Exception {
        var classes = List.of(" space", "\"dog\"", "ant", "bee\nwasp", "cat\u001b[31m", "zebra");
        classes.forEach(name -> images.with(name, 4));
        prepared().run();
        assertThat(ClassNames.read(set.resolve("classes.txt")).names()).isEqualTo(classes);
        for (var stored : StoredImage.of(set, "train")) {
            assertThat(stored.filename()).startsWith(classes.get((int) stored.label()) + "/");
        }
    }

    @Test
    void namesOfCorruptAndRepeatedFilesKeepTheirLines() throws Exception {
        images.with("cat", 4).with("dog", 4);
        images.write("cat/bad\n\tname.jpg", new byte[] {1, 2, 3});
        byte[] same = TestImageFolder.image("png", 24, 16, 99);
        List.of("\n", "\t", "\r").forEach(letter -> images.write("dog/a" + letter + "b.png", same)); // 2 in one split
        prepared().with("maxCorrupt", 5).with("dedupe", true).run();
        assertThat(Files.readAllLines(set.resolve("corrupt.txt")))
                .singleElement()
                .asString()
                .startsWith("\"cat/bad\\n\\tname.jpg\"\t");
        assertThat(Files.readAllLines(set.resolve("duplicates.txt")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).matches("\"dog/a\\\\[ntr]b.png\"\t\"dog/a\\\\[ntr]b.png\""));
    }

    @Test
    void imagesWithoutClassFoldersAreRefusedWithTheTreeThatIsExpected() {
        images.with(".", 3);
        assertThatThrownBy(() -> prepared().run())
                .isInstanceOf(StokerException.class)
                .hasMessage(
                        "%s holds 3 images and no class folders; move each class into a folder of its own, as in"
                                + " %s/CLASS/*.jpg, or %s/train/CLASS/*.jpg and %s/val/CLASS/*.jpg, then run `stoker"
                                + " prepare %s %s`",
                        images.root(), images.root(), images.root(), images.root(), images.root(), set);
        assertThat(set).doesNotExist();
    }
}
