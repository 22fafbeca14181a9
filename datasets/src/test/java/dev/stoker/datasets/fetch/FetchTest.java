package dev.stoker.datasets.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.Reporter;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.catalogue.Card;
import dev.stoker.datasets.catalogue.CatalogueEntry;
import dev.stoker.datasets.catalogue.ListedFile;
import dev.stoker.datasets.catalogue.Origin;
import dev.stoker.datasets.catalogue.Origin.Download;
import dev.stoker.datasets.fetch.Fetch.Outcome;
import dev.stoker.datasets.unpack.Archives;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FetchTest {
    private static final Patience SHORT =
            new Patience(Duration.ofSeconds(2), Duration.ofMillis(400), 2, Duration.ofMillis(5));
    private static final Origin NOWHERE =
            new Origin.Https(List.of(new Download(URI.create("https://stoker.invalid/small.tgz"), Optional.empty())));

    @TempDir
    Path root;

    private final List<String> said = new ArrayList<>();
    private final AtomicLong reached = new AtomicLong();

    private final Reporter reporter = new Reporter() {
        @Override
        public void step(String title, Optional<Bytes> total) {}

        @Override
        public void reached(Bytes done) {
            reached.set(done.count());
        }

        @Override
        public void say(String line) {
            said.add(line);
        }
    };

    private Path destination() {
        return root.resolve("data").resolve("small");
    }

    private Fetch.Result fetch(CatalogueEntry entry, Optional<Path> from) {
        return fetch(entry, from, () -> false);
    }

    private Fetch.Result fetch(CatalogueEntry entry, Optional<Path> from, BooleanSupplier stop) {
        return new Fetch(new Fetch.Request(entry, destination(), from), SHORT, new Work(reporter, stop)).run();
    }

    private void assertWhole() throws IOException {
        for (var file : SmallSet.files().entrySet()) {
            assertThat(destination().resolve(file.getKey())).hasBinaryContent(file.getValue());
        }
        assertThat(Card.read(destination()).orElseThrow().name()).isEqualTo("small");
        try (var files = Files.list(destination().getParent())) {
            assertThat(files).as("nothing is left beside it").containsExactly(destination());
        }
    }

    @Test
    void aFolderWithTheFilesIsTaken() throws IOException {
        Path copy = SmallSet.folder(root.resolve("copy"));
        var result = fetch(SmallSet.entry(), Optional.of(copy));
        assertThat(result.outcome()).isEqualTo(Outcome.FETCHED);
        assertThat(result.origin()).contains(new Origin.LocalCopy(copy));
        assertWhole();
        assertThat(copy.resolve("t10k-labels-idx1-ubyte")).exists();
    }

    @ParameterizedTest
    @EnumSource
    void anArchiveIsUnpacked(Archives kind) throws IOException {
        Path archive = kind.pack(root, SmallSet.items());
        var link = Files.createSymbolicLink(root.resolve("link"), archive);
        fetch(SmallSet.entry(), Optional.of(link));
        assertWhole();
    }

    /** PyTorch's folder of MNIST and Fashion-MNIST is such a one. */
    @Test
    void ofSeveralFilesOfTheSameNameTheRightOneIsTaken() throws IOException {
        Path copies = root.resolve("copies");
        SmallSet.folder(copies.resolve("b"));
        Path other = Files.createDirectories(copies.resolve("a"));
        Files.write(other.resolve("t10k-labels-idx1-ubyte"), new byte[18]);
        Files.write(other.resolve("t10k-images-idx3-ubyte"), new byte[1]);
        fetch(SmallSet.entry(), Optional.of(copies));
        assertWhole();
    }

    @Test
    void theSecondTimeNothingIsDone() throws IOException {
        Path copy = SmallSet.folder(root.resolve("copy"));
        fetch(SmallSet.entry(), Optional.of(copy));
        var before = Files.getLastModifiedTime(destination().resolve(Card.FILE_NAME));
        var result = fetch(SmallSet.entry(NOWHERE), Optional.empty());
        assertThat(result).isEqualTo(new Fetch.Result(destination(), Outcome.ALREADY_HERE, Optional.empty()));
        assertThat(Files.getLastModifiedTime(destination().resolve(Card.FILE_NAME)))
                .isEqualTo(before);
        assertThat(said).isEmpty();
    }

    @Test
    void aFolderThatSomebodyElseFilledIsVerifiedAndGetsItsCard() throws IOException {
        SmallSet.folder(destination());
        assertThat(fetch(SmallSet.entry(NOWHERE), Optional.empty()).outcome()).isEqualTo(Outcome.ALREADY_HERE);
        assertWhole();
        Files.writeString(destination().resolve(Card.FILE_NAME), "scribble: [");
        fetch(SmallSet.entry(NOWHERE), Optional.empty());
        assertWhole();
    }

    @Test
    void whatIsDamagedOrMissingIsRepairedAndWhatIsTheUsersStays() throws IOException {
        Path copy = SmallSet.folder(root.resolve("copy"));
        fetch(SmallSet.entry(), Optional.of(copy));
        Files.write(destination().resolve("train-images-idx3-ubyte"), new byte[496]);
        Files.delete(destination().resolve("t10k-labels-idx1-ubyte"));
        Files.writeString(destination().resolve("notes.txt"), "mine");
        var result = fetch(SmallSet.entry(NOWHERE), Optional.of(copy));
        assertThat(result.outcome()).isEqualTo(Outcome.REPAIRED);
        assertThat(said)
                .containsExactly(
                        "train-images-idx3-ubyte is missing or damaged",
                        "t10k-labels-idx1-ubyte is missing or damaged");
        assertWhole();
        assertThat(destination().resolve("notes.txt")).hasContent("mine");
    }

    @Test
    void originsAreTriedInOrderAndEachFailureIsALine() throws IOException {
        var archive = Files.readAllBytes(Archives.TAR_GZ.pack(root, SmallSet.items()));
        try (var server = TestServer.start((exchange, _) -> {
            if (exchange.getRequestURI().getPath().equals("/gone.tgz")) {
                exchange.sendResponseHeaders(404, -1);
            } else {
                TestServer.part(exchange, archive, "\"1\"");
            }
        })) {
            var gone = origin(server, "gone.tgz", archive);
            var good = origin(server, "good.tgz", archive);
            var result = fetch(SmallSet.entry(NOWHERE, gone, good), Optional.empty());
            assertThat(result.origin()).contains(good);
            assertThat(said)
                    .containsExactly(
                            NOWHERE.title() + " did not deliver: its name is unknown here; is there a network?",
                            gone.title() + " did not deliver: the server answers 404 for gone.tgz");
            assertThat(Card.read(destination()).orElseThrow().origins()).containsExactly(good);
        }
        assertWhole();
    }

    private static Origin origin(TestServer server, String file, byte[] content) {
        return new Origin.Https(List.of(new Download(server.address(file), Optional.of(SmallSet.sum(content)))));
    }

    @Test
    void severalFilesOfOneOriginBelongTogether() throws IOException {
        try (var server = TestServer.start((exchange, _) -> {
            String name = exchange.getRequestURI().getPath().replaceAll("/|\\.gz", "");
            TestServer.part(exchange, packed(name), "\"1\"");
        })) {
            var downloads = SmallSet.files().keySet().stream()
                    .map(name -> new Download(server.address(name + ".gz"), Optional.of(SmallSet.sum(packed(name)))))
                    .toList();
            fetch(SmallSet.entry(new Origin.Https(downloads)), Optional.empty());
        }
        assertWhole();
    }

    private static byte[] packed(String name) {
        try {
            return Archives.gzipped(Objects.requireNonNull(SmallSet.files().get(name)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void whenAllOriginsFailEachIsListedWithItsReason() throws IOException {
        Path wrong = SmallSet.folder(root.resolve("wrong"));
        Files.write(wrong.resolve("train-labels-idx1-ubyte"), new byte[38]);
        assertThatThrownBy(() -> fetch(SmallSet.entry(NOWHERE), Optional.of(wrong)))
                .isInstanceOf(StokerException.class)
                .hasMessage("""
                    small could not be fetched:
                      %s: train-labels-idx1-ubyte is damaged or another version: expected sha256 %s, got %s
                      https://stoker.invalid/small.tgz: its name is unknown here; is there a network?
                    a copy that you have can be given with --from PATH\
                    """.formatted(
                                wrong,
                                SmallSet.sum(SmallSet.files().getOrDefault("train-labels-idx1-ubyte", new byte[0]))
                                        .digits(),
                                SmallSet.sum(new byte[38]).digits()));
        assertThat(destination()).doesNotExist();
        assertThat(destination().getParent()).isEmptyDirectory();
    }

    @Test
    void aCopyThatLacksAFileOrHoldsTooMuchIsNamed() throws IOException {
        Path copy = SmallSet.folder(root.resolve("copy"));
        Files.delete(copy.resolve("t10k-labels-idx1-ubyte"));
        assertThatThrownBy(() -> fetch(SmallSet.entry(), Optional.of(copy)))
                .hasMessageContaining("t10k-labels-idx1-ubyte is not in it");
        Files.write(copy.resolve("t10k-labels-idx1-ubyte.gz"), Archives.gzipped(new byte[10_000_000]));
        assertThatThrownBy(() -> fetch(SmallSet.entry(), Optional.of(copy)))
                .hasMessageContaining("t10k-labels-idx1-ubyte has more than the 18 bytes expected");
        Files.write(copy.resolve("t10k-labels-idx1-ubyte.gz"), Archives.gzipped(new byte[10]));
        assertThatThrownBy(() -> fetch(SmallSet.entry(), Optional.of(copy)))
                .hasMessageContaining("t10k-labels-idx1-ubyte has 10 bytes, expected 18");
        Files.writeString(copy.resolve("t10k-labels-idx1-ubyte.gz"), "no gzip");
        assertThatThrownBy(() -> fetch(SmallSet.entry(), Optional.of(copy)))
                .hasMessageContaining("t10k-labels-idx1-ubyte cannot be read (Not in GZIP format)");
    }

    @Test
    void aHostileArchiveIsAFailureOfItsOrigin() throws IOException {
        Path evil = Archives.ZIP.pack(root, Archives.Item.file("../../evil", "boo"));
        Path copy = SmallSet.folder(root.resolve("copy"));
        fetch(SmallSet.entry(new Origin.LocalCopy(copy)), Optional.of(evil));
        assertThat(said).singleElement().asString().contains("the entry ../../evil leads out of the folder");
        assertWhole();
    }

    @Test
    void aLocalArchiveUnderItsPublishedNameMustBeThatArchive() throws IOException {
        Path archive = Archives.TAR_GZ.pack(root, SmallSet.items());
        Path named = Files.move(archive, root.resolve("small.tgz"));
        var published = new Origin.Https(List.of(
                new Download(URI.create("https://stoker.invalid/small.tgz"), Optional.of(SmallSet.sum(new byte[1])))));
        assertThatThrownBy(() -> fetch(SmallSet.entry(published), Optional.of(named)))
                .hasMessageContaining("small.tgz is damaged or another version: expected sha256");
    }

    @Test
    void withoutPublishedChecksumsTheCardRemembersWhatWasFound() throws IOException {
        Path copy = SmallSet.folder(root.resolve("copy"));
        var entry = SmallSet.entry();
        var unchecked = new CatalogueEntry(
                entry.name(),
                entry.title(),
                entry.layout(),
                entry.shape(),
                entry.training(),
                entry.test(),
                entry.mirror(),
                entry.licence(),
                entry.classes(),
                entry.files().stream()
                        .map(file -> new ListedFile(file.name(), file.size(), Optional.empty()))
                        .toList(),
                List.of());
        fetch(unchecked, Optional.of(copy));
        assertThat(said).hasSize(4).allMatch(line -> line.startsWith("nobody has published a checksum of "));
        assertThat(Card.read(destination()).orElseThrow().files()).isEqualTo(entry.files());
        assertThat(fetch(unchecked, Optional.empty()).outcome()).isEqualTo(Outcome.ALREADY_HERE);
        Files.write(destination().resolve("t10k-labels-idx1-ubyte"), new byte[18]);
        assertThat(fetch(unchecked, Optional.of(copy)).outcome()).isEqualTo(Outcome.REPAIRED);
    }

    @Test
    void aStopInTheMiddleKeepsWhatHasArrivedForTheNextTime() throws IOException {
        var archive = Files.readAllBytes(Archives.TAR_GZ.pack(root, SmallSet.items()));
        try (var server = TestServer.start((exchange, number) -> {
            if (number == 0) {
                TestServer.fallSilent(exchange, archive, 200, "\"1\"");
            } else {
                TestServer.part(exchange, archive, "\"1\"");
            }
        })) {
            var entry = SmallSet.entry(origin(server, "small.tgz", archive));
            assertThatThrownBy(() -> fetch(entry, Optional.empty(), () -> reached.get() == 200))
                    .isInstanceOf(Stopped.class);
            reached.set(0);
            assertThat(new DatasetFolder(entry, destination()).state()).isEqualTo(DatasetFolder.State.PARTIAL);
            fetch(entry, Optional.empty());
            assertThat(server.ranges()).containsExactly("", "bytes=200-");
        }
        assertWhole();
    }

    @Test
    void theStateIsSeenFromOutside() throws IOException {
        var folder = new DatasetFolder(SmallSet.entry(), destination());
        assertThat(folder.state()).isEqualTo(DatasetFolder.State.NOT_FETCHED);
        SmallSet.folder(destination());
        assertThat(folder.state()).isEqualTo(DatasetFolder.State.HERE);
        Files.delete(destination().resolve("t10k-labels-idx1-ubyte"));
        assertThat(folder.state()).isEqualTo(DatasetFolder.State.PARTIAL);
    }

    @Test
    void aFolderOfOtherThingsIsLeftAlone() throws IOException {
        Path copy = SmallSet.folder(root.resolve("copy"));
        Files.createDirectories(destination());
        Files.writeString(destination().resolve("thesis.tex"), "precious");
        assertThatThrownBy(() -> fetch(SmallSet.entry(), Optional.of(copy)))
                .hasMessage("%s holds other things and nothing of small; choose a new folder with --to"
                        .formatted(destination()));
        Files.delete(destination().resolve("thesis.tex"));
        fetch(SmallSet.entry(), Optional.of(copy));
        assertWhole();
        var other = SmallSet.entry().had(SmallSet.entry().files(), new Origin.LocalCopy(copy));
        Files.writeString(
                destination().resolve(Card.FILE_NAME),
                Files.readString(destination().resolve(Card.FILE_NAME)).replace("\nsmall:", "\nother:"));
        assertThatThrownBy(() -> fetch(other, Optional.of(copy))).hasMessageContaining("holds other; choose another");
    }

    @Test
    void whereAFileIsInTheWayOrNothingCanBeWrittenItIsSaidSo() throws IOException {
        Path copy = SmallSet.folder(root.resolve("copy"));
        Files.writeString(root.resolve("data"), "a file");
        assertThatThrownBy(() -> fetch(SmallSet.entry(), Optional.of(copy)))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("cannot write to " + root.resolve("data"))
                .hasMessageEndingWith("choose a writable folder with --to");
        Files.delete(root.resolve("data"));
        Files.createDirectory(root.resolve("data"));
        Files.writeString(destination(), "a file");
        assertThatThrownBy(() -> fetch(SmallSet.entry(), Optional.of(copy)))
                .hasMessage("%s is a file; choose a folder with --to".formatted(destination()));
        assertThatThrownBy(() -> fetch(SmallSet.entry(), Optional.of(root.resolve("none"))))
                .hasMessageContaining("none: --from takes a folder or an archive that is here already");
    }

    @Test
    void twoAtTheSameTimeDoNotMeet() throws IOException {
        Path copy = SmallSet.folder(root.resolve("copy"));
        try (var _ = WorkFolder.open(destination())) {
            assertThatThrownBy(() -> fetch(SmallSet.entry(), Optional.of(copy)))
                    .hasMessageContaining("another stoker is fetching into it");
        }
        fetch(SmallSet.entry(), Optional.of(copy));
        assertWhole();
    }
}
