package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.core.ProgressReporter;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.DatasetCard;
import dev.stoker.datasets.catalog.DatasetOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Gets one set into one folder. */
public final class DatasetFetcher {
    static final String READY = "ready";

    /** What to fetch, where to, and from where before all other origins. */
    public record Request(CatalogEntry entry, Path destination, Optional<Path> from) {
        public Request {
            destination = real(destination.toAbsolutePath().normalize());
            if (destination.getFileName() == null) {
                throw new StokerException("a set needs a folder of its own, not %s".formatted(destination));
            }
        }

        /** Behind a link, so that the work is done on the disk that the folder is on. */
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

    /** How it ended: the set was there already, was mended, or is new. */
    public enum Outcome {
        ALREADY_HERE,
        REPAIRED,
        FETCHED
    }

    /** The folder and, unless nothing had to be done, the origin that delivered. */
    public record Result(Path folder, Outcome outcome, Optional<DatasetOrigin> origin) {}

    private final Request request;
    private final DatasetFolder destination;
    private final RetryPolicy retryPolicy;
    private final FetchProgress work;

    DatasetFetcher(Request request, RetryPolicy retryPolicy, FetchProgress work) {
        this.request = request;
        destination = new DatasetFolder(request.entry(), request.destination());
        this.retryPolicy = retryPolicy;
        this.work = work;
    }

    /** Does it; nothing comes back when it was stopped, and the next time goes on from there. */
    public static Optional<Result> run(Request request, ProgressReporter reporter, BooleanSupplier stop) {
        try {
            return Optional.of(new DatasetFetcher(request, RetryPolicy.USUAL, new FetchProgress(reporter, stop)).run());
        } catch (FetchCanceledException _) {
            return Optional.empty();
        }
    }

    Result run() {
        request.from().ifPresent(DatasetFetcher::checkCopy);
        destination.checkUsable();
        var faults = destination.faults(work);
        if (faults.isEmpty()) {
            return alreadyHere();
        }
        boolean repair = destination.isStarted();
        if (repair) {
            faults.forEach(file -> work.reporter().say("%s is missing or damaged".formatted(file.name())));
        }
        try (var folder = FetchStagingFolder.open(request.destination())) {
            var origin = fetch(folder);
            return new Result(request.destination(), repair ? Outcome.REPAIRED : Outcome.FETCHED, Optional.of(origin));
        }
    }

    private static void checkCopy(Path from) {
        if (!Files.exists(from)) {
            throw new StokerException(
                    "there is no %s: --from takes a folder or an archive that is here already".formatted(from));
        }
    }

    /** A folder that somebody else filled gets its card now. */
    private Result alreadyHere() {
        Path folder = request.destination();
        if (destination.card().isEmpty() && Files.isWritable(folder)) {
            DatasetCard.write(
                    folder, request.entry().had(request.entry().files(), new DatasetOrigin.LocalCopy(folder)));
        }
        return new Result(folder, Outcome.ALREADY_HERE, Optional.empty());
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
                    work.reporter().say("%s did not deliver: %s".formatted(origin.title(), failure.reason()));
                }
            }
        } finally {
            folder.deleteTemporaryFiles();
        }
        throw new StokerException("%s could not be fetched:%n%s%na copy that you have can be given with --from PATH"
                .formatted(request.entry().name(), String.join("\n", failures)));
    }

    private void fetch(DatasetOrigin origin, FetchStagingFolder folder) throws OriginException {
        var delivery = new OriginFetcher(request.entry(), folder, retryPolicy, work);
        var delivered = delivery.from(origin);
        try {
            Path ready = folder.fresh(READY);
            var files = new DatasetFileExtractor(delivery.unpacked(delivered), ready, work).gather(request.entry());
            DatasetCard.write(ready, request.entry().had(files, origin));
            destination.replaceWith(ready);
        } catch (OriginException wrong) {
            folder.forget(origin);
            throw wrong;
        }
    }

    /** The archive and the files lie side by side for a while. */
    private void checkSpace() {
        Path parent = FetchStagingFolder.beside(request.destination());
        var needed = new Bytes(2 * request.entry().size().count());
        try {
            var free = new Bytes(Files.getFileStore(parent).getUsableSpace());
            if (free.compareTo(needed) < 0) {
                throw new StokerException(
                        "%s needs about %s on the disk of %s, and %s are free; make room or choose another folder with --to"
                                .formatted(request.entry().name(), needed, request.destination(), free));
            }
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(parent, AtomicFile.reason(failure)), failure);
        }
    }
}
