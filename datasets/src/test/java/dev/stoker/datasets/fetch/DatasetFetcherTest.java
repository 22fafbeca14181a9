package dev.stoker.datasets.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.ProgressReporter;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.CatalogFile;
import dev.stoker.datasets.catalog.DatasetCard;
import dev.stoker.datasets.catalog.DatasetOrigin;
import dev.stoker.datasets.catalog.DatasetOrigin.Download;
import dev.stoker.datasets.fetch.DatasetFetcher.Outcome;
import dev.stoker.datasets.format.DatasetFormat;
import dev.stoker.datasets.internal.unpack.TestArchives;
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

class DatasetFetcherTest {
    private static final RetryPolicy SHORT =
            new RetryPolicy(Duration.ofSeconds(2), Duration.ofMillis(400), 2, Duration.ofMillis(5));
    private static final DatasetOrigin NOWHERE = new DatasetOrigin.Https(
            List.of(new Download(URI.create("https://stoker.invalid/small.tgz"), Optional.empty())));

    @TempDir
    Path root;

    private final List<String> said = new ArrayList<>();
    private final AtomicLong reached = new AtomicLong();

    private final ProgressReporter reporter = new ProgressReporter() {
        @Override
        public void begin(String title, Optional<Bytes> total) {}

        @Override
        public void progress(Bytes done) {
            reached.set(done.count());
        }

        @Override
        public void message(String line) {
            said.add(line);
        }
    };

    private Path destination() {
        return root.resolve("data").resolve("small");
    }

    private DatasetFetcher.Result fetch(CatalogEntry entry, Optional<Path> from) {
        return fetch(entry, from, () -> false);
    }

    private DatasetFetcher.Result fetch(CatalogEntry entry, Optional<Path> from, BooleanSupplier stop) {
        return new DatasetFetcher(
                        new DatasetFetcher.Request(entry, destination(), from),
                        SHORT,
                        new FetchProgress(reporter, stop))
                .run();
    }

    private void assertWhole() throws IOException {
        for (var file : SmallIdxDataset.files().entrySet()) {
            assertThat(destination().resolve(file.getKey())).hasBinaryContent(file.getValue());
        }
        assertThat(DatasetCard.read(destination()).orElseThrow().name()).isEqualTo("small");
        try (var files = Files.list(destination().getParent())) {
            assertThat(files).as("nothing is left beside it").containsExactly(destination());
        }
    }

    @Test
    void aFolderWithTheFilesIsUsedAsAnOrigin() throws IOException {
        Path copy = SmallIdxDataset.folder(root.resolve("copy"));
        var result = fetch(SmallIdxDataset.entry(), Optional.of(copy));
        assertThat(result.outcome()).isEqualTo(Outcome.DOWNLOADED);
        assertThat(result.origin()).contains(new DatasetOrigin.LocalCopy(copy));
        assertWhole();
        assertThat(copy.resolve("t10k-labels-idx1-ubyte")).exists();
    }

    @ParameterizedTest
    @EnumSource
    void anArchiveIsUnpacked(TestArchives kind) throws IOException {
        Path archive = kind.pack(root, SmallIdxDataset.items());
        var link = Files.createSymbolicLink(root.resolve("link"), archive);
        fetch(SmallIdxDataset.entry(), Optional.of(link));
        assertWhole();
    }

    /** As PyTorch's folder of MNIST and Fashion-MNIST. */
    @Test
    void ofSeveralFilesOfTheSameNameTheOneThatVerifiesIsUsed() throws IOException {
        Path copies = root.resolve("copies");
        SmallIdxDataset.folder(copies.resolve("b"));
        Path other = Files.createDirectories(copies.resolve("a"));
        Files.write(other.resolve("t10k-labels-idx1-ubyte"), new byte[18]);
        Files.write(other.resolve("t10k-images-idx3-ubyte"), new byte[1]);
        fetch(SmallIdxDataset.entry(), Optional.of(copies));
        assertWhole();
    }

    @Test
    void theSecondTimeNothingIsDone() throws IOException {
        Path copy = SmallIdxDataset.folder(root.resolve("copy"));
        fetch(SmallIdxDataset.entry(), Optional.of(copy));
        var before = Files.getLastModifiedTime(destination().resolve(DatasetCard.FILE_NAME));
        var result = fetch(SmallIdxDataset.entry(NOWHERE), Optional.empty());
        assertThat(result)
                .isEqualTo(new DatasetFetcher.Result(destination(), Outcome.ALREADY_DOWNLOADED, Optional.empty()));
        assertThat(Files.getLastModifiedTime(destination().resolve(DatasetCard.FILE_NAME)))
                .isEqualTo(before);
        assertThat(said).isEmpty();
    }

    @Test
    void aFolderThatTheUserFilledIsVerifiedAndGetsItsCard() throws IOException {
        SmallIdxDataset.folder(destination());
        assertThat(fetch(SmallIdxDataset.entry(NOWHERE), Optional.empty()).outcome())
                .isEqualTo(Outcome.ALREADY_DOWNLOADED);
        assertWhole();
        Files.writeString(destination().resolve(DatasetCard.FILE_NAME), "scribble: [");
        fetch(SmallIdxDataset.entry(NOWHERE), Optional.empty());
        assertWhole();
    }

    @Test
    void corruptAndMissingFilesAreRepairedAndFilesOfTheUserAreKept() throws IOException {
        Path copy = SmallIdxDataset.folder(root.resolve("copy"));
        fetch(SmallIdxDataset.entry(), Optional.of(copy));
        Files.write(destination().resolve("train-images-idx3-ubyte"), new byte[496]);
        Files.delete(destination().resolve("t10k-labels-idx1-ubyte"));
        Files.writeString(destination().resolve("notes.txt"), "mine");
        var result = fetch(SmallIdxDataset.entry(NOWHERE), Optional.of(copy));
        assertThat(result.outcome()).isEqualTo(Outcome.REPAIRED);
        assertThat(said)
                .containsExactly(
                        "train-images-idx3-ubyte is missing or corrupt",
                        "t10k-labels-idx1-ubyte is missing or corrupt");
        assertWhole();
        assertThat(destination().resolve("notes.txt")).hasContent("mine");
    }

    @Test
    void originsAreTriedInOrderAndEachFailureIsALine() throws IOException {
        var archive = Files.readAllBytes(TestArchives.TAR_GZ.pack(root, SmallIdxDataset.items()));
        try (var server = TestHttpServer.start((exchange, _) -> {
            if (exchange.getRequestURI().getPath().equals("/gone.tgz")) {
                exchange.sendResponseHeaders(404, -1);
            } else {
                TestHttpServer.part(exchange, archive, "\"1\"");
            }
        })) {
            var gone = origin(server, "gone.tgz", archive);
            var good = origin(server, "good.tgz", archive);
            var result = fetch(SmallIdxDataset.entry(NOWHERE, gone, good), Optional.empty());
            assertThat(result.origin()).contains(good);
            assertThat(said)
                    .containsExactly(
                            NOWHERE.title() + " failed: unknown host; is there a network connection?",
                            gone.title() + " failed: the server responded with status 404 for gone.tgz");
            assertThat(DatasetCard.read(destination()).orElseThrow().origins()).containsExactly(good);
        }
        assertWhole();
    }

    private static DatasetOrigin origin(TestHttpServer server, String file, byte[] content) {
        return new DatasetOrigin.Https(
                List.of(new Download(server.address(file), Optional.of(SmallIdxDataset.sum(content)))));
    }

    @Test
    void severalFilesOfOneOriginBelongTogether() throws IOException {
        try (var server = TestHttpServer.start((exchange, _) -> {
            String name = exchange.getRequestURI().getPath().replaceAll("/|\\.gz", "");
            TestHttpServer.part(exchange, packed(name), "\"1\"");
        })) {
            var downloads = SmallIdxDataset.files().keySet().stream()
                    .map(name ->
                            new Download(server.address(name + ".gz"), Optional.of(SmallIdxDataset.sum(packed(name)))))
                    .toList();
            fetch(SmallIdxDataset.entry(new DatasetOrigin.Https(downloads)), Optional.empty());
        }
        assertWhole();
    }

    private static byte[] packed(String name) {
        try {
            return TestArchives.gzipped(
                    Objects.requireNonNull(SmallIdxDataset.files().get(name)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void whenAllOriginsFailEachIsListedWithItsReason() throws IOException {
        Path wrong = SmallIdxDataset.folder(root.resolve("wrong"));
        Files.write(wrong.resolve("train-labels-idx1-ubyte"), new byte[38]);
        assertThatThrownBy(() -> fetch(SmallIdxDataset.entry(NOWHERE), Optional.of(wrong)))
                .isInstanceOf(StokerException.class)
                .hasMessage("""
                    small could not be downloaded:
                      %s: train-labels-idx1-ubyte is corrupt or another version: expected sha256 %s, got %s
                      https://stoker.invalid/small.tgz: unknown host; is there a network connection?
                    if you have a copy, give its path\
                    """.formatted(
                                wrong,
                                SmallIdxDataset.sum(SmallIdxDataset.files()
                                                .getOrDefault("train-labels-idx1-ubyte", new byte[0]))
                                        .digits(),
                                SmallIdxDataset.sum(new byte[38]).digits()));
        assertThat(destination()).doesNotExist();
        assertThat(destination().getParent()).isEmptyDirectory();
    }

    @Test
    void aCopyWithMissingOrTooLargeFilesIsNamed() throws IOException {
        Path copy = SmallIdxDataset.folder(root.resolve("copy"));
        Files.delete(copy.resolve("t10k-labels-idx1-ubyte"));
        assertThatThrownBy(() -> fetch(SmallIdxDataset.entry(), Optional.of(copy)))
                .hasMessageContaining("it does not contain t10k-labels-idx1-ubyte");
        Files.write(copy.resolve("t10k-labels-idx1-ubyte.gz"), TestArchives.gzipped(new byte[10_000_000]));
        assertThatThrownBy(() -> fetch(SmallIdxDataset.entry(), Optional.of(copy)))
                .hasMessageContaining("t10k-labels-idx1-ubyte has more than the 18 bytes expected");
        Files.write(copy.resolve("t10k-labels-idx1-ubyte.gz"), TestArchives.gzipped(new byte[10]));
        assertThatThrownBy(() -> fetch(SmallIdxDataset.entry(), Optional.of(copy)))
                .hasMessageContaining("t10k-labels-idx1-ubyte has 10 bytes, expected 18");
        Files.writeString(copy.resolve("t10k-labels-idx1-ubyte.gz"), "no gzip");
        assertThatThrownBy(() -> fetch(SmallIdxDataset.entry(), Optional.of(copy)))
                .hasMessageContaining("t10k-labels-idx1-ubyte cannot be read (Input is not in the .gz format");
    }

    @Test
    void aHostileArchiveIsAFailureOfItsOrigin() throws IOException {
        Path evil = TestArchives.ZIP.pack(root, TestArchives.Item.file("../../evil", "boo"));
        Path copy = SmallIdxDataset.folder(root.resolve("copy"));
        fetch(SmallIdxDataset.entry(new DatasetOrigin.LocalCopy(copy)), Optional.of(evil));
        assertThat(said).singleElement().asString().contains("the entry ../../evil points out of the folder");
        assertWhole();
    }

    @Test
    void aLocalArchiveUnderItsPublishedNameMustBeThatArchive() throws IOException {
        Path archive = TestArchives.TAR_GZ.pack(root, SmallIdxDataset.items());
        Path named = Files.move(archive, root.resolve("small.tgz"));
        var published = new DatasetOrigin.Https(List.of(new Download(
                URI.create("https://stoker.invalid/small.tgz"), Optional.of(SmallIdxDataset.sum(new byte[1])))));
        assertThatThrownBy(() -> fetch(SmallIdxDataset.entry(published), Optional.of(named)))
                .hasMessageContaining("small.tgz is corrupt or another version: expected sha256");
    }

    @Test
    void withoutPublishedChecksumsTheCardRemembersWhatWasFound() throws IOException {
        Path copy = SmallIdxDataset.folder(root.resolve("copy"));
        var entry = SmallIdxDataset.entry();
        var unchecked = new CatalogEntry(
                entry.name(),
                entry.title(),
                DatasetFormat.IDX,
                new Shape(4, 4, 1),
                entry.training(),
                entry.test(),
                entry.flip(),
                entry.license(),
                entry.classes(),
                entry.files().stream()
                        .map(file -> new CatalogFile(file.name(), file.size(), Optional.empty()))
                        .toList(),
                List.of());
        fetch(unchecked, Optional.of(copy));
        assertThat(said)
                .hasSize(4)
                .allMatch(line -> line.endsWith(" has no published checksum: only its size is verified"));
        assertThat(DatasetCard.read(destination()).orElseThrow().files()).isEqualTo(entry.files());
        assertThat(fetch(unchecked, Optional.empty()).outcome()).isEqualTo(Outcome.ALREADY_DOWNLOADED);
        Files.write(destination().resolve("t10k-labels-idx1-ubyte"), new byte[18]);
        assertThat(fetch(unchecked, Optional.of(copy)).outcome()).isEqualTo(Outcome.REPAIRED);
    }

    @Test
    void aCanceledDownloadIsKeptForTheNextRun() throws IOException {
        var archive = Files.readAllBytes(TestArchives.TAR_GZ.pack(root, SmallIdxDataset.items()));
        try (var server = TestHttpServer.start((exchange, number) -> {
            if (number == 0) {
                TestHttpServer.stall(exchange, archive, 200, "\"1\"");
            } else {
                TestHttpServer.part(exchange, archive, "\"1\"");
            }
        })) {
            var entry = SmallIdxDataset.entry(origin(server, "small.tgz", archive));
            assertThatThrownBy(() -> fetch(entry, Optional.empty(), () -> reached.get() == 200))
                    .isInstanceOf(FetchCanceledException.class);
            reached.set(0);
            assertThat(new DatasetFolder(entry, destination()).state()).isEqualTo(DatasetFolder.State.PARTIAL);
            fetch(entry, Optional.empty());
            assertThat(server.ranges()).containsExactly("", "bytes=200-");
        }
        assertWhole();
    }

    @Test
    void theStateIsDetectedWithoutReadingTheFiles() throws IOException {
        var folder = new DatasetFolder(SmallIdxDataset.entry(), destination());
        assertThat(folder.state()).isEqualTo(DatasetFolder.State.NOT_DOWNLOADED);
        SmallIdxDataset.folder(destination());
        assertThat(folder.state()).isEqualTo(DatasetFolder.State.DOWNLOADED);
        Files.delete(destination().resolve("t10k-labels-idx1-ubyte"));
        assertThat(folder.state()).isEqualTo(DatasetFolder.State.PARTIAL);
    }

    @Test
    void aFolderOfOtherFilesIsNotChanged() throws IOException {
        Path copy = SmallIdxDataset.folder(root.resolve("copy"));
        Files.createDirectories(destination());
        Files.writeString(destination().resolve("thesis.tex"), "precious");
        assertThatThrownBy(() -> fetch(SmallIdxDataset.entry(), Optional.of(copy)))
                .hasMessage("%s holds other files and none of small; choose a new folder".formatted(destination()));
        Files.delete(destination().resolve("thesis.tex"));
        fetch(SmallIdxDataset.entry(), Optional.of(copy));
        assertWhole();
        var other =
                SmallIdxDataset.entry().fetchedFrom(SmallIdxDataset.entry().files(), new DatasetOrigin.LocalCopy(copy));
        Files.writeString(
                destination().resolve(DatasetCard.FILE_NAME),
                Files.readString(destination().resolve(DatasetCard.FILE_NAME)).replace("\nsmall:", "\nother:"));
        assertThatThrownBy(() -> fetch(other, Optional.of(copy))).hasMessageContaining("holds other; choose another");
    }

    @Test
    void anUnwritableFolderOrAFileInItsPlaceIsNamed() throws IOException {
        Path copy = SmallIdxDataset.folder(root.resolve("copy"));
        Files.writeString(root.resolve("data"), "a file");
        assertThatThrownBy(() -> fetch(SmallIdxDataset.entry(), Optional.of(copy)))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("cannot write to " + root.resolve("data"))
                .hasMessageEndingWith("choose a writable folder");
        Files.delete(root.resolve("data"));
        Files.createDirectory(root.resolve("data"));
        Files.writeString(destination(), "a file");
        assertThatThrownBy(() -> fetch(SmallIdxDataset.entry(), Optional.of(copy)))
                .hasMessage("%s is a file; choose a folder".formatted(destination()));
        assertThatThrownBy(() -> fetch(SmallIdxDataset.entry(), Optional.of(root.resolve("none"))))
                .hasMessageContaining("none does not exist; give a local folder or archive");
    }

    @Test
    void twoProcessesAtTheSameTimeDoNotConflict() throws IOException {
        Path copy = SmallIdxDataset.folder(root.resolve("copy"));
        try (var _ = FetchStagingFolder.open(destination())) {
            assertThatThrownBy(() -> fetch(SmallIdxDataset.entry(), Optional.of(copy)))
                    .hasMessageContaining("another process is downloading into it");
        }
        fetch(SmallIdxDataset.entry(), Optional.of(copy));
        assertWhole();
    }
}
