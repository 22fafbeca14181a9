package dev.stoker.house.powerloss;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import dev.stoker.core.ProgressReporter;
import dev.stoker.core.Shape;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.CatalogFile;
import dev.stoker.datasets.catalog.Checksum;
import dev.stoker.datasets.catalog.DatasetContent;
import dev.stoker.datasets.catalog.ImageSplit;
import dev.stoker.datasets.fetch.DatasetFetcher;
import dev.stoker.datasets.fetch.DatasetFolder;
import dev.stoker.datasets.format.DatasetFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** A dataset that is fetched from a local copy, and later repaired. */
class FetchPowerLossTest {
    @TempDir
    Path folder;

    private final Map<String, byte[]> files = new LinkedHashMap<>();

    @BeforeEach
    void copy() throws IOException {
        Files.createDirectory(folder.resolve("copy"));
        for (String name : List.of(
                "train-images-idx3-ubyte",
                "train-labels-idx1-ubyte",
                "t10k-images-idx3-ubyte",
                "t10k-labels-idx1-ubyte")) {
            var content = new byte[50];
            new Random(name.hashCode()).nextBytes(content);
            files.put(name, content);
            Files.write(folder.resolve("copy").resolve(name), content);
        }
    }

    private CatalogEntry entry() {
        var listed = files.entrySet().stream()
                .map(file -> new CatalogFile(
                        file.getKey(), new Bytes(file.getValue().length), Optional.of(sum(file.getValue()))))
                .toList();
        return new CatalogEntry(
                "small",
                "a small set",
                DatasetFormat.IDX,
                new Shape(4, 4, 1),
                30,
                10,
                false,
                "none",
                List.of("even", "odd"),
                listed,
                List.of());
    }

    private static Checksum sum(byte[] content) {
        var digest = Checksum.Algorithm.SHA256.digest();
        digest.update(content);
        return Checksum.Algorithm.SHA256.of(digest);
    }

    private DatasetFetcher.Outcome fetch(Path destination) {
        var request = new DatasetFetcher.Request(entry(), destination, Optional.of(folder.resolve("copy")));
        return DatasetFetcher.run(request, ProgressReporter.silent(), () -> false)
                .orElseThrow()
                .outcome();
    }

    @Test
    void aFetchedDatasetIsWholeOrIsFetchedAgain(TestReporter reporter) throws IOException {
        var recorder = new DiskRecorder(Files.createDirectory(folder.resolve("disk")));
        Path destination =
                RecordingFileSystem.record(folder.resolve("disk"), recorder).resolve("data/small");
        assertThat(fetch(destination)).isEqualTo(DatasetFetcher.Outcome.DOWNLOADED);
        recorder.promise("downloaded");
        recorder.promise("nothing, since a file is deleted");
        Files.delete(destination.resolve("train-labels-idx1-ubyte"));
        assertThat(fetch(destination)).isEqualTo(DatasetFetcher.Outcome.REPAIRED);
        recorder.promise("repaired");
        var count = PowerLoss.everywhere(recorder.operations(), folder, this::inspect);
        reporter.publishEntry("fetched dataset", count.toString());
        assertThat(count.cuts()).isGreaterThan(50);
    }

    private static CatalogEntry images() {
        return new CatalogEntry(
                "birds",
                "a few birds",
                new DatasetContent.ImageArchives(
                        new Bytes(1000),
                        2,
                        Map.of("a", "robin", "b", "wren"),
                        Optional.empty(),
                        List.of(),
                        Map.of("train", new ImageSplit.ClassFolders("birds/train", List.of()))),
                3,
                0,
                0,
                true,
                "none",
                List.of(),
                List.of());
    }

    private DatasetFetcher.Outcome fetchImages(Path destination) {
        var request = new DatasetFetcher.Request(images(), destination, Optional.of(folder.resolve("birds.tar")));
        return DatasetFetcher.run(request, ProgressReporter.silent(), () -> false)
                .orElseThrow()
                .outcome();
    }

    @Test
    void imagesFromAnArchiveAreWholeOrAreFetchedAgain(TestReporter reporter) throws Exception {
        for (String name : List.of("a/1.jpg", "a/2.jpg", "b/3.jpg")) {
            Path file = folder.resolve("birds/train").resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "the image " + name);
        }
        var tar = new ProcessBuilder("tar", "-cf", "birds.tar", "birds")
                .directory(folder.toFile())
                .start();
        assertThat(tar.waitFor()).isZero();
        var recorder = new DiskRecorder(Files.createDirectory(folder.resolve("disk")));
        Path destination =
                RecordingFileSystem.record(folder.resolve("disk"), recorder).resolve("data/birds");
        assertThat(fetchImages(destination)).isEqualTo(DatasetFetcher.Outcome.DOWNLOADED);
        recorder.promise("downloaded");
        var count = PowerLoss.everywhere(recorder.operations(), folder, this::inspectImages);
        reporter.publishEntry("fetched images", count.toString());
        assertThat(count.cuts()).isGreaterThan(20);
    }

    private void inspectImages(Path disk, List<String> promises) throws IOException {
        Path destination = disk.resolve("data/birds");
        var found = new DatasetFolder(images(), destination);
        if (promises.contains("downloaded")) {
            assertThat(found.state()).isEqualTo(DatasetFolder.State.DOWNLOADED);
        }
        if (found.state() != DatasetFolder.State.DOWNLOADED) {
            fetchImages(destination);
        }
        assertThat(destination.resolve("train/robin/1.jpg")).hasContent("the image a/1.jpg");
        assertThat(destination.resolve("train/robin/2.jpg")).hasContent("the image a/2.jpg");
        assertThat(destination.resolve("train/wren/3.jpg")).hasContent("the image b/3.jpg");
    }

    private void inspect(Path disk, List<String> promises) throws IOException {
        Path destination = disk.resolve("data/small");
        var found = new DatasetFolder(entry(), destination);
        if (promises.equals(List.of("downloaded")) || promises.contains("repaired")) {
            assertThat(found.state()).isEqualTo(DatasetFolder.State.DOWNLOADED);
        }
        if (found.state() != DatasetFolder.State.DOWNLOADED) {
            fetch(destination);
        }
        for (var file : files.entrySet()) {
            assertThat(destination.resolve(file.getKey())).hasBinaryContent(file.getValue());
        }
    }
}
