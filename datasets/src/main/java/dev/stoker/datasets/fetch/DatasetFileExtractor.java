package dev.stoker.datasets.fetch;

import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.CatalogFile;
import dev.stoker.datasets.internal.unpack.GzipStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Extracts the files of a dataset from a download: copied, decompressed or rebuilt; each is verified. */
final class DatasetFileExtractor {
    private final FileTree tree;
    private final Path into;
    private final FetchProgress progress;

    DatasetFileExtractor(FileTree tree, Path into, FetchProgress progress) {
        this.tree = tree;
        this.into = into;
        this.progress = progress;
    }

    /** Opens one candidate for a file. */
    private interface Candidate {
        InputStream open() throws IOException;
    }

    /** The files with the checksums that were found. */
    List<CatalogFile> extract(CatalogEntry entry) throws OriginException {
        progress.begin("verifying", Optional.of(entry.size()));
        var found = new ArrayList<CatalogFile>();
        long done = 0;
        for (CatalogFile file : entry.files()) {
            found.add(extract(file, done));
            done += file.size().count();
        }
        return found;
    }

    /** A folder may hold several datasets with files of the same name, so each is tried until one verifies. */
    private CatalogFile extract(CatalogFile file, long before) throws OriginException {
        var failure = new OriginException("it does not contain %s".formatted(file.name()));
        var candidates = candidates(file.name());
        for (int i = 0; i < candidates.size(); i++) {
            try (var content = candidates.get(i).open()) {
                return new VerifiedCopy(file, into, progress).of(content, before);
            } catch (IOException unreadable) {
                String reason = "%s cannot be read (%s)".formatted(file.name(), AtomicFile.reason(unreadable));
                failure = i == 0 ? new OriginException(reason, unreadable) : failure;
            } catch (OriginException wrong) {
                failure = i == 0 ? wrong : failure;
            }
        }
        throw failure;
    }

    private List<Candidate> candidates(String name) {
        var candidates = new ArrayList<Candidate>();
        tree.named(name).forEach(file -> candidates.add(() -> Files.newInputStream(file)));
        tree.named(name + ".gz").forEach(file -> candidates.add(() -> new GzipStream(Files.newInputStream(file))));
        CifarPngStrips.of(tree, name).ifPresent(strips -> candidates.add(strips::batch));
        return candidates;
    }
}
