package dev.stoker.job;

import dev.stoker.core.Reporter;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.catalogue.Catalogue;
import dev.stoker.datasets.catalogue.CatalogueEntry;
import dev.stoker.datasets.catalogue.Origin;
import dev.stoker.datasets.fetch.DatasetFolder;
import dev.stoker.datasets.fetch.Fetch;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The data sets that can be had by name, and which of them are here. */
public final class DataShelf {
    private final Catalogue catalogue;
    private final Path root;

    private DataShelf(Catalogue catalogue, Path root) {
        this.catalogue = catalogue;
        this.root = root;
    }

    /** The usual catalogue and further ones, over sets in the usual folder. */
    public static DataShelf open(List<Path> catalogues) {
        var catalogue = Catalogue.usual();
        for (Path file : catalogues) {
            catalogue = catalogue.with(file);
        }
        return new DataShelf(catalogue, Datasets.FETCHED);
    }

    public List<ShelvedSet> sets() {
        return catalogue.entries().stream().map(this::shelved).toList();
    }

    private ShelvedSet shelved(CatalogueEntry entry) {
        var folder = new DatasetFolder(entry, root.resolve(entry.name()));
        return new ShelvedSet(
                entry.name(),
                entry.title(),
                entry.classes().size(),
                entry.training(),
                entry.test(),
                entry.shape(),
                entry.size(),
                entry.licence(),
                folder.path(),
                state(folder));
    }

    private static ShelvedSet.State state(DatasetFolder folder) {
        return switch (folder.state()) {
            case HERE -> ShelvedSet.State.HERE;
            case PARTIAL -> ShelvedSet.State.PARTIAL;
            case NOT_FETCHED -> ShelvedSet.State.NOT_FETCHED;
        };
    }

    /** Fetches a set; nothing comes back when it was stopped. */
    public Optional<FetchedSet> fetch(
            String name, Optional<Path> to, Optional<Path> from, Reporter reporter, BooleanSupplier stop) {
        var entry = catalogue.entry(name);
        var folder = to.orElseGet(() -> root.resolve(name));
        long start = System.nanoTime();
        return Fetch.run(new Fetch.Request(entry, folder, from), reporter, stop)
                .map(result -> new FetchedSet(
                        name,
                        folder,
                        outcome(result.outcome()),
                        result.origin().map(Origin::title),
                        entry.files().size(),
                        entry.size(),
                        (System.nanoTime() - start) / 1e9));
    }

    private static String outcome(Fetch.Outcome outcome) {
        return switch (outcome) {
            case ALREADY_HERE -> "already here";
            case REPAIRED -> "repaired";
            case FETCHED -> "fetched";
        };
    }
}
