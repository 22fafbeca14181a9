package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.core.ProgressReporter;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.DatasetCard;
import dev.stoker.datasets.catalog.DatasetContent;
import dev.stoker.datasets.catalog.DatasetOrigin;
import dev.stoker.datasets.fetch.ImageFolderBuilder.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Downloads one dataset into one folder. */
public final class DatasetFetcher {
    static final String READY = "ready";

    /** What to download, where to, and a local copy that is tried before the origins of the catalog. */
    public record Request(CatalogEntry entry, Path destination, Optional<Path> from) {
        public Request {
            destination = real(destination.toAbsolutePath().normalize());
            if (destination.getFileName() == null) {
                throw new StokerException("a dataset needs a folder of its own, not %s".formatted(destination));
            }
        }

        /** With links resolved, so that the staging folder is on the same disk. */
        private static Path real(Path folder) {
            try {
                return Files.isDirectory(folder) ? folder.toRealPath() : folder;
            } catch (IOException failure) {
                throw new StokerException("cannot read %s (%s)".formatted(folder, AtomicFile.reason(failure)), failure);
            }
        }

        List<DatasetOrigin> origins() {
            var origins = new ArrayList<DatasetOrigin>();
            from.ifPresent(path -> origins.add(
                    new DatasetOrigin.LocalCopy(path.toAbsolutePath().normalize())));
            origins.addAll(entry.origins());
            return origins;
        }
    }

    /** How it ended: the dataset was complete already, some files were replaced, or all are new. */
    public enum Outcome {
        ALREADY_DOWNLOADED,
        REPAIRED,
        DOWNLOADED
    }

    /** The folder and, unless nothing had to be done, the origin that was used. */
    public record Result(Path folder, Outcome outcome, Optional<DatasetOrigin> origin) {}

    private final Request request;
    private final DatasetFolder destination;
    private final RetryPolicy retryPolicy;
    private final FetchProgress progress;

    DatasetFetcher(Request request, RetryPolicy retryPolicy, FetchProgress progress) {
        this.request = request;
        destination = new DatasetFolder(request.entry(), request.destination());
        this.retryPolicy = retryPolicy;
        this.progress = progress;
    }

    /** Downloads; empty when it was canceled, and the next run resumes there. */
    public static Optional<Result> run(Request request, ProgressReporter reporter, BooleanSupplier stop) {
        try {
            return Optional.of(
                    new DatasetFetcher(request, RetryPolicy.DEFAULT, new FetchProgress(reporter, stop)).run());
        } catch (FetchCanceledException _) {
            return Optional.empty();
        }
    }

    Result run() {
        request.from().ifPresent(DatasetFetcher::checkCopy);
        destination.checkUsable();
        var faults = destination.faults(progress);
        if (destination.isComplete(faults)) {
            return alreadyDownloaded();
        }
        boolean repair = destination.isStarted();
        if (repair) {
            faults.forEach(file -> progress.reporter().message("%s is missing or corrupt".formatted(file.name())));
        }
        try (var folder = FetchStagingFolder.open(request.destination())) {
            var origin = fetch(folder);
            return new Result(
                    request.destination(), repair ? Outcome.REPAIRED : Outcome.DOWNLOADED, Optional.of(origin));
        }
    }

    private static void checkCopy(Path from) {
        if (!Files.exists(from)) {
            throw new StokerException("%s does not exist; give a local folder or archive to copy from".formatted(from))
                    .about("from");
        }
    }

    /** A folder that was filled by other means gets its card now. */
    private Result alreadyDownloaded() {
        Path folder = request.destination();
        if (destination.card().isEmpty() && Files.isWritable(folder)) {
            DatasetCard.write(
                    folder, request.entry().fetchedFrom(request.entry().files(), new DatasetOrigin.LocalCopy(folder)));
        }
        return new Result(folder, Outcome.ALREADY_DOWNLOADED, Optional.empty());
    }

    private DatasetOrigin fetch(FetchStagingFolder folder) {
        var failures = new ArrayList<String>();
        try {
            checkSpace();
            for (DatasetOrigin origin : request.origins()) {
                try {
                    fetch(origin, folder);
                    folder.discard();
                    return origin;
                } catch (OriginException failure) {
                    failures.add("  %s: %s".formatted(origin.title(), failure.reason()));
                    progress.reporter().message("%s failed: %s".formatted(origin.title(), failure.reason()));
                }
            }
        } finally {
            folder.deleteTemporaryFiles();
        }
        failures.addFirst(request.entry().name() + " could not be downloaded:");
        failures.addLast("if you have a copy, give its path");
        throw StokerException.ofLines(failures).about("from");
    }

    private void fetch(DatasetOrigin origin, FetchStagingFolder folder) throws OriginException {
        var fetcher = new OriginFetcher(request.entry(), folder, retryPolicy, progress);
        var fetched = fetcher.from(origin);
        try {
            Path ready = folder.fresh(READY);
            DatasetCard.write(ready, assembled(fetcher, fetched, origin, ready));
            destination.replaceWith(ready);
        } catch (OriginException wrong) {
            folder.forget(origin);
            throw wrong;
        }
    }

    /** Assembles the dataset; the entry as it was downloaded. */
    private CatalogEntry assembled(OriginFetcher fetcher, List<Path> fetched, DatasetOrigin origin, Path ready)
            throws OriginException {
        var entry = request.entry();
        return switch (entry.content()) {
            case DatasetContent.BinaryFiles _ ->
                entry.fetchedFrom(
                        new DatasetFileExtractor(fetcher.unpacked(fetched), ready, progress).extract(entry), origin);
            case DatasetContent.ImageArchives archives -> {
                boolean own = fetched.stream().noneMatch(Files::isDirectory);
                yield new ImageFolderBuilder(
                                entry, archives, fetcher.unpacked(fetched, archives.inner()), ready, progress)
                        .build(fetcher.isVerified(origin), own ? Placement::move : Placement::link)
                        .fetchedFrom(List.of(), origin);
            }
        };
    }

    /** For a while, both the archive and its files are on the disk. */
    private void checkSpace() {
        Path parent = FetchStagingFolder.beside(request.destination());
        int copies = request.entry().content() instanceof DatasetContent.ImageArchives images
                ? 2 + images.inner().size()
                : 2;
        var needed = new Bytes(copies * request.entry().size().count());
        try {
            var free = new Bytes(Files.getFileStore(parent).getUsableSpace());
            if (free.compareTo(needed) < 0) {
                throw new StokerException(
                                "%s needs about %s on the disk of %s, but %s are free; free some space or choose another folder"
                                        .formatted(request.entry().name(), needed, request.destination(), free))
                        .about("to");
            }
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(parent, AtomicFile.reason(failure)), failure);
        }
    }
}
