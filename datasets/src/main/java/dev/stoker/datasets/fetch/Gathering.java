package dev.stoker.datasets.fetch;

import dev.stoker.core.WholeFile;
import dev.stoker.datasets.catalogue.CatalogueEntry;
import dev.stoker.datasets.catalogue.ListedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** Takes the files of a set out of what was delivered, as they are, unzipped or rebuilt, and verifies each. */
final class Gathering {
    private final FileTree tree;
    private final Path into;
    private final Work work;

    Gathering(FileTree tree, Path into, Work work) {
        this.tree = tree;
        this.into = into;
        this.work = work;
    }

    /** Opens one place where a file may be found. */
    private interface Candidate {
        InputStream open() throws IOException;
    }

    /** The files with the checksums that were found. */
    List<ListedFile> gather(CatalogueEntry entry) throws OriginFailure {
        work.step("verifying", Optional.of(entry.size()));
        var found = new ArrayList<ListedFile>();
        long done = 0;
        for (ListedFile file : entry.files()) {
            found.add(gather(file, done));
            done += file.size().count();
        }
        return found;
    }

    /** Folders of several sets hold files of the same name, so each is tried until one is right. */
    private ListedFile gather(ListedFile file, long before) throws OriginFailure {
        var failure = new OriginFailure("%s is not in it".formatted(file.name()));
        var candidates = candidates(file.name());
        for (int i = 0; i < candidates.size(); i++) {
            try (var content = candidates.get(i).open()) {
                return new VerifiedCopy(file, into, work).of(content, before);
            } catch (IOException unreadable) {
                String reason = "%s cannot be read (%s)".formatted(file.name(), WholeFile.reason(unreadable));
                failure = i == 0 ? new OriginFailure(reason, unreadable) : failure;
            } catch (OriginFailure wrong) {
                failure = i == 0 ? wrong : failure;
            }
        }
        throw failure;
    }

    private List<Candidate> candidates(String name) {
        var candidates = new ArrayList<Candidate>();
        tree.named(name).forEach(file -> candidates.add(() -> Files.newInputStream(file)));
        tree.named(name + ".gz")
                .forEach(file -> candidates.add(() -> new GZIPInputStream(Files.newInputStream(file), 1 << 16)));
        PictureStrips.of(tree, name).ifPresent(strips -> candidates.add(strips::batch));
        return candidates;
    }
}
