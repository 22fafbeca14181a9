package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.Compression;
import dev.stoker.bench.internal.mutation.GzipMutator;
import dev.stoker.bench.internal.mutation.Mutator;
import dev.stoker.bench.internal.mutation.TarMutator;
import dev.stoker.bench.internal.mutation.ZipMutator;
import dev.stoker.core.Bytes;
import dev.stoker.core.ProgressReporter;
import dev.stoker.core.Shape;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.CatalogFile;
import dev.stoker.datasets.catalog.Checksum;
import dev.stoker.datasets.fetch.DatasetFetcher;
import dev.stoker.datasets.format.DatasetFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Archives of a dataset: what is unpacked has the right bytes and is inside the folder, or nothing is left. */
final class ArchiveTarget implements FuzzTarget {
    private static final String FOLDER = "fetch";

    private final ScratchFolder scratch;
    private final List<byte[]> corpus;
    private final Mutator mutator;
    private final Map<String, byte[]> content = content();
    private final CatalogEntry entry = entry(content);

    private ArchiveTarget(ScratchFolder scratch, List<byte[]> corpus, Mutator mutator) {
        this.scratch = scratch;
        this.corpus = corpus;
        this.mutator = mutator;
    }

    static ArchiveTarget tar(ScratchFolder scratch) {
        return new ArchiveTarget(scratch, List.of(tar()), new TarMutator().or(new ByteMutator()));
    }

    static ArchiveTarget tarGzipped(ScratchFolder scratch) {
        return new ArchiveTarget(
                scratch, List.of(Compression.gzip(tar())), new GzipMutator(new TarMutator().or(new ByteMutator())));
    }

    static ArchiveTarget zip(ScratchFolder scratch) {
        try {
            return new ArchiveTarget(
                    scratch,
                    List.of(ZipMutator.zip(content())),
                    new ZipMutator(new ByteMutator()).or(new ByteMutator()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Map<String, byte[]> content() {
        var content = new LinkedHashMap<String, byte[]>();
        for (String name : DatasetFormat.IDX.needed()) {
            content.put(name, ("content of " + name).getBytes(StandardCharsets.UTF_8));
        }
        return content;
    }

    private static CatalogEntry entry(Map<String, byte[]> content) {
        var files = content.entrySet().stream()
                .map(file -> new CatalogFile(
                        file.getKey(), new Bytes(file.getValue().length), Optional.of(checksum(file.getValue()))))
                .toList();
        return new CatalogEntry(
                "fuzz",
                "Fuzz",
                DatasetFormat.IDX,
                new Shape(4, 4, 1),
                1,
                1,
                true,
                "none",
                List.of("a", "b"),
                files,
                List.of());
    }

    private static Checksum checksum(byte[] bytes) {
        var digest = Checksum.Algorithm.SHA256.digest();
        digest.update(bytes);
        return Checksum.Algorithm.SHA256.of(digest);
    }

    private static byte[] tar() {
        var bytes = new ByteArrayOutputStream();
        try (var tar = new TarArchiveOutputStream(bytes)) {
            for (var file : content().entrySet()) {
                var entry = new TarArchiveEntry("set/" + file.getKey());
                entry.setSize(file.getValue().length);
                entry.setModTime(0);
                tar.putArchiveEntry(entry);
                tar.write(file.getValue());
                tar.closeArchiveEntry();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return bytes.toByteArray();
    }

    @Override
    public List<byte[]> corpus() {
        return corpus;
    }

    @Override
    public Mutator mutator() {
        return mutator;
    }

    @Override
    public void check(FuzzInput input) throws IOException {
        scratch.clear(FOLDER);
        Path archive = scratch.write(FOLDER + "/archive", input.bytes());
        Path destination = archive.resolveSibling("set");
        try {
            DatasetFetcher.run(
                    new DatasetFetcher.Request(entry, destination, Optional.of(archive)),
                    ProgressReporter.silent(),
                    () -> false);
            for (var file : content.entrySet()) {
                WrongResultException.require(
                        Arrays.equals(Files.readAllBytes(destination.resolve(file.getKey())), file.getValue()),
                        file.getKey() + " has other bytes");
            }
        } finally {
            requireNothingElse(archive);
        }
    }

    private static void requireNothingElse(Path archive) throws IOException {
        try (var files = Files.list(archive.getParent())) {
            var strays = files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals("archive") && !name.startsWith("set") && !name.startsWith(".set"))
                    .toList();
            WrongResultException.require(strays.isEmpty(), "there are other files: " + strays);
        }
    }
}
