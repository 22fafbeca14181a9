package dev.stoker.datasets.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.ProgressReporter;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.Checksum;
import dev.stoker.datasets.catalog.DatasetCard;
import dev.stoker.datasets.catalog.DatasetOrigin;
import dev.stoker.datasets.catalog.DatasetOrigin.Download;
import dev.stoker.datasets.fetch.DatasetFetcher.Outcome;
import dev.stoker.datasets.internal.unpack.TestArchives;
import dev.stoker.datasets.internal.unpack.TestArchives.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives of images in the layouts of the published ones, from a server on this machine. */
class ImageArchivesTest {
    private static final RetryPolicy SHORT =
            new RetryPolicy(Duration.ofSeconds(2), Duration.ofMillis(400), 2, Duration.ofMillis(5));

    @TempDir
    Path root;

    private final List<String> said = new ArrayList<>();
    private final List<String> steps = new ArrayList<>();
    private final Map<String, byte[]> served = new ConcurrentHashMap<>();
    private TestHttpServer server;
    private SmallImageArchives archives;

    private final ProgressReporter reporter = new ProgressReporter() {
        @Override
        public void begin(String title, Optional<Bytes> total) {
            steps.add(title);
        }

        @Override
        public void progress(Bytes done) {}

        @Override
        public void message(String line) {
            said.add(line);
        }
    };

    @BeforeEach
    void serve() throws IOException {
        archives = new SmallImageArchives(Files.createDirectory(root.resolve("scratch")));
        server = TestHttpServer.start((exchange, _) -> {
            String name = exchange.getRequestURI().getPath().substring(1);
            TestHttpServer.part(exchange, served.getOrDefault(name, new byte[0]), "\"1\"");
        });
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Path destination() {
        return root.resolve("data").resolve("set");
    }

    private DatasetOrigin origin(Map<String, byte[]> files) {
        served.putAll(files);
        return new DatasetOrigin.Https(files.entrySet().stream()
                .map(file -> new Download(server.address(file.getKey()), Optional.of(sum(file.getValue()))))
                .toList());
    }

    private static Checksum sum(byte[] content) {
        var digest = Checksum.Algorithm.MD5.digest();
        digest.update(content);
        return Checksum.Algorithm.MD5.of(digest);
    }

    private DatasetFetcher.Result fetch(CatalogEntry entry) {
        return fetch(entry, Optional.empty());
    }

    private DatasetFetcher.Result fetch(CatalogEntry entry, Optional<Path> from) {
        return new DatasetFetcher(
                        new DatasetFetcher.Request(entry, destination(), from),
                        SHORT,
                        new FetchProgress(reporter, () -> false))
                .run();
    }

    /** The files of the dataset by their paths. */
    private List<String> tree() throws IOException {
        try (var files = Files.walk(destination())) {
            return files.filter(Files::isRegularFile)
                    .map(file -> destination().relativize(file).toString())
                    .filter(name -> !name.equals(DatasetCard.FILE_NAME))
                    .sorted()
                    .toList();
        }
    }

    private void assertNothingIsLeft() throws IOException {
        try (var files = Files.list(root.resolve("data"))) {
            assertThat(files).as("nothing is left beside it").containsExactly(destination());
        }
    }

    @Test
    void aTreeOfSplitsGetsTheNamesOfItsClasses() throws IOException {
        var entry = SmallImageArchives.entry(
                "imagenette-160", 2, 6, 2, 0, origin(Map.of("imagenette2-160.tgz", archives.imagenette())));
        assertThat(fetch(entry).outcome()).isEqualTo(Outcome.DOWNLOADED);
        assertThat(tree())
                .containsExactly(
                        "train/English springer/n02102040_0.JPEG",
                        "train/English springer/n02102040_1.JPEG",
                        "train/English springer/n02102040_2.JPEG",
                        "train/tench/n01440764_0.JPEG",
                        "train/tench/n01440764_1.JPEG",
                        "train/tench/n01440764_2.JPEG",
                        "val/English springer/n02102040_3.JPEG",
                        "val/tench/n01440764_3.JPEG");
        assertThat(said).isEmpty();
        assertThat(steps).contains("unpacking imagenette2-160.tgz", "writing 8 images");
        assertNothingIsLeft();
        var card = DatasetCard.read(destination()).orElseThrow();
        assertThat(card).isEqualTo(entry);
        try (var dataset = Datasets.open(destination().toString(), 8)) {
            assertThat(dataset.classes()).containsExactly("English springer", "tench");
            assertThat(dataset.training().size()).isEqualTo(6);
        }
        assertThat(fetch(entry).outcome()).isEqualTo(Outcome.ALREADY_DOWNLOADED);
        assertThat(new DatasetFolder(entry, destination()).state()).isEqualTo(DatasetFolder.State.DOWNLOADED);
    }

    @Test
    void imagesThatWereDeletedLaterAreNamed() throws IOException {
        var entry = SmallImageArchives.entry(
                "imagenette-160", 2, 6, 2, 0, origin(Map.of("imagenette2-160.tgz", archives.imagenette())));
        fetch(entry);
        Files.delete(destination().resolve("val/tench/n01440764_3.JPEG"));
        assertThatThrownBy(() -> fetch(entry))
                .hasMessage(
                        "%s has 7 of the 8 images of imagenette-160; delete the folder, then run this again to"
                                + " download it anew",
                        destination());
    }

    @Test
    void splitsAndLabelsComeFromMatlabFiles() throws IOException {
        fetch(SmallImageArchives.entry("flowers102", 2, 2, 2, 1, origin(archives.flowers())));
        assertThat(tree())
                .containsExactly(
                        "test/hard-leaved pocket orchid/image_00005.jpg",
                        "train/hard-leaved pocket orchid/image_00002.jpg",
                        "train/pink primrose/image_00001.jpg",
                        "val/hard-leaved pocket orchid/image_00004.jpg",
                        "val/pink primrose/image_00003.jpg");
        try (var dataset = Datasets.open(destination().toString(), 8)) {
            assertThat(dataset.validation().orElseThrow().size()).isEqualTo(2);
            assertThat(dataset.test().orElseThrow().size()).isEqualTo(1);
        }
        assertThat(said).isEmpty();
        assertNothingIsLeft();
    }

    @Test
    void aListHasTheClassInTheNameOfTheImage() throws IOException {
        fetch(SmallImageArchives.entry("oxford-pets", 2, 4, 0, 2, origin(archives.pets())));
        assertThat(tree())
                .containsExactly(
                        "test/Abyssinian/Abyssinian_3.jpg",
                        "test/american_bulldog/american_bulldog_3.jpg",
                        "train/Abyssinian/Abyssinian_1.jpg",
                        "train/Abyssinian/Abyssinian_2.jpg",
                        "train/american_bulldog/american_bulldog_1.jpg",
                        "train/american_bulldog/american_bulldog_2.jpg");
        assertThat(said).isEmpty();
    }

    @Test
    void aListHasTheClassInThePathOfTheImage() throws IOException {
        fetch(food(""));
        assertThat(tree())
                .containsExactly(
                        "test/apple_pie/101.jpg",
                        "test/baby_back_ribs/101.jpg",
                        "train/apple_pie/100.jpg",
                        "train/baby_back_ribs/100.jpg");
        assertThat(said).isEmpty();
    }

    private CatalogEntry food(String furtherLine) throws IOException {
        return SmallImageArchives.entry(
                "food101", 2, 2, 0, 2, origin(Map.of("food-101.tar.gz", archives.food(furtherLine))));
    }

    private CatalogEntry tiny(String labelOfTheLast) throws IOException {
        return SmallImageArchives.entry(
                "tiny-imagenet",
                3,
                6,
                3,
                0,
                origin(Map.of("tiny-imagenet-200.zip", archives.tinyImageNet(labelOfTheLast))));
    }

    @Test
    void namesComeFromAFileAndTwoClassesOfOneNameStayTwo() throws IOException {
        fetch(tiny("n02415577"));
        assertThat(tree())
                .containsExactly(
                        "train/bighorn/n02415577_0.JPEG",
                        "train/bighorn/n02415577_1.JPEG",
                        "train/crane (n02012849)/n02012849_0.JPEG",
                        "train/crane (n02012849)/n02012849_1.JPEG",
                        "train/crane (n03126707)/n03126707_0.JPEG",
                        "train/crane (n03126707)/n03126707_1.JPEG",
                        "val/bighorn/val_2.JPEG",
                        "val/crane (n02012849)/val_0.JPEG",
                        "val/crane (n03126707)/val_1.JPEG");
        assertThat(said).isEmpty();
    }

    @Test
    void anArchiveInsideAnArchiveIsUnpackedAndItsClutterIsNoClass() throws IOException {
        fetch(SmallImageArchives.entry(
                "caltech101", 2, 3, 0, 0, origin(Map.of("caltech-101.zip", archives.caltech()))));
        assertThat(tree())
                .containsExactly("accordion/image_0001.jpg", "accordion/image_0002.jpg", "yin_yang/image_0001.jpg");
        assertThat(said).isEmpty();
        try (var dataset = Datasets.open(destination().toString(), 8)) {
            assertThat(dataset.classes()).containsExactly("accordion", "yin_yang");
            assertThat(dataset.training().size()).isEqualTo(3);
        }
        assertNothingIsLeft();
    }

    @Test
    void aListThatNamesAMissingImageIsNamedWithItsLine() throws IOException {
        var entry = food("apple_pie/999\n");
        assertThatThrownBy(() -> fetch(entry))
                .hasMessageContaining("food-101.tar.gz: food-101/meta/train.txt, line 3: the image"
                        + " food-101/images/apple_pie/999.jpg is missing");
        assertThat(destination()).doesNotExist();
        var escape = food("../../../scratch/x/1\n");
        assertThatThrownBy(() -> fetch(escape))
                .hasMessageContaining("line 3: the image")
                .hasMessageContaining("missing");
        var other = food("apple pie\n");
        assertThatThrownBy(() -> fetch(other))
                .hasMessageContaining("food-101/meta/train.txt, line 3: 'apple pie' is not of the form ((.+)/.+)");
        var twice = food("apple_pie/100\n");
        assertThatThrownBy(() -> fetch(twice)).hasMessageContaining("the image train/apple_pie/100.jpg occurs twice");
    }

    @Test
    void anUnknownClassIsNamed() throws IOException {
        var unnamed = tiny("n99999999");
        assertThatThrownBy(() -> fetch(unnamed))
                .hasMessageContaining("val has the class 'n99999999', which train lacks");
        var entry = SmallImageArchives.entry(
                "imagewoof-160", 2, 6, 2, 0, origin(Map.of("imagenette2-160.tgz", archives.imagenette())));
        assertThatThrownBy(() -> fetch(entry)).hasMessageContaining("it does not contain imagewoof2-160/train");
    }

    @Test
    void aClassThatTheCatalogDoesNotNameIsNamed() throws IOException {
        var items = List.of(
                Item.file("imagenette2-160/train/n01440764/1.JPEG", SmallImageArchives.jpeg(1)),
                Item.file("imagenette2-160/train/n02102041/1.JPEG", SmallImageArchives.jpeg(2)),
                Item.file("imagenette2-160/val/n01440764/2.JPEG", SmallImageArchives.jpeg(1)));
        byte[] archive =
                Files.readAllBytes(TestArchives.TAR_GZ.pack(root.resolve("scratch"), items.toArray(Item[]::new)));
        var entry = SmallImageArchives.entry("imagenette-160", 2, 2, 1, 0, origin(Map.of("some.tgz", archive)));
        assertThatThrownBy(() -> fetch(entry))
                .hasMessageContaining(
                        "the class 'n02102041' is not one of the 2 in the catalog; did you mean n02102040?");
    }

    @Test
    void aWrongChecksumIsNamedAndAnArchiveThatIsCutShortIsRefused() throws IOException {
        byte[] archive = archives.imagenette();
        served.put("imagenette2-160.tgz", Arrays.copyOf(archive, archive.length / 2));
        var entry = SmallImageArchives.entry(
                "imagenette-160",
                2,
                6,
                2,
                0,
                new DatasetOrigin.Https(
                        List.of(new Download(server.address("imagenette2-160.tgz"), Optional.of(sum(archive))))));
        assertThatThrownBy(() -> fetch(entry))
                .hasMessageContaining("imagenette2-160.tgz is corrupt or another version: expected md5 "
                        + sum(archive).digits());
        Path cut = Files.write(root.resolve("mine.tgz"), Arrays.copyOf(archive, archive.length / 2));
        assertThatThrownBy(() -> fetch(entry, Optional.of(cut))).hasMessageContaining("mine.tgz cannot be unpacked");
        assertThat(destination()).doesNotExist();
    }

    @Test
    void anInterruptedDownloadIsResumed() throws IOException {
        byte[] archive = archives.imagenette();
        try (var broken = TestHttpServer.start((exchange, number) -> {
            if (number == 0) {
                TestHttpServer.truncateResponse(exchange, archive, archive.length / 3, "\"1\"");
            } else {
                TestHttpServer.part(exchange, archive, "\"1\"");
            }
        })) {
            fetch(SmallImageArchives.entry(
                    "imagenette-160",
                    2,
                    6,
                    2,
                    0,
                    new DatasetOrigin.Https(
                            List.of(new Download(broken.address("imagenette2-160.tgz"), Optional.of(sum(archive)))))));
            assertThat(broken.ranges()).containsExactly("", "bytes=%d-".formatted(archive.length / 3));
        }
        assertThat(tree()).hasSize(8);
    }

    @Test
    void aLocalFolderIsUsedAndKept() throws IOException {
        var entry = SmallImageArchives.entry("oxford-pets", 2, 4, 0, 2, origin(archives.pets()));
        server.close();
        Path mine = Files.createDirectory(root.resolve("mine"));
        for (var file : archives.pets().entrySet()) {
            Files.write(mine.resolve(file.getKey()), served.get(file.getKey()));
        }
        fetch(entry, Optional.of(mine));
        assertThat(tree()).hasSize(6);
        assertThat(mine.resolve("images.tar.gz")).exists();
    }

    /** As somebody unpacked it long ago: the top folder of the archive is the given one. */
    @Test
    void anUnpackedCopyIsUsedWhenItHasAllImages() throws IOException {
        var entry = SmallImageArchives.entry(
                "imagenette-160", 2, 6, 2, 0, origin(Map.of("imagenette2-160.tgz", archives.imagenette())));
        Path mine = root.resolve("mine");
        for (String name : List.of("train/n01440764/1", "train/n02102040/1", "val/n01440764/2", "val/n02102040/2")) {
            Path file = mine.resolve(name + ".JPEG");
            Files.createDirectories(file.getParent());
            Files.write(file, SmallImageArchives.jpeg(1));
        }
        server.close();
        assertThatThrownBy(() -> fetch(entry, Optional.of(mine)))
                .hasMessageContaining("mine: it has 4 images of 2 classes, expected 8 of 2");
        fetch(entry.withImages(2, 2, 0), Optional.of(mine));
        assertThat(said).contains("this copy has no published checksum: only its number of images is verified");
        assertThat(tree()).hasSize(4);
        assertThat(mine.resolve("train/n01440764/1.JPEG")).exists();
    }

    @Test
    void otherNumbersThanTheCatalogHasAreSaid() throws IOException {
        var entry = SmallImageArchives.entry(
                "imagenette-160", 2, 7, 2, 0, origin(Map.of("imagenette2-160.tgz", archives.imagenette())));
        fetch(entry);
        assertThat(said).containsExactly("it has 8 images of 2 classes, expected 9 of 2");
        assertThat(DatasetCard.read(destination()).orElseThrow().training()).isEqualTo(6);
    }
}
