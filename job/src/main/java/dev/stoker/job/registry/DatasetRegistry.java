package dev.stoker.job.registry;

import dev.stoker.core.ProgressReporter;
import dev.stoker.core.Shape;
import dev.stoker.data.near.NearSettings;
import dev.stoker.datasets.DatasetMixture;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.DatasetCatalog;
import dev.stoker.datasets.catalog.DatasetContent;
import dev.stoker.datasets.catalog.DatasetOrigin;
import dev.stoker.datasets.fetch.DatasetFetcher;
import dev.stoker.datasets.fetch.DatasetFolder;
import dev.stoker.job.internal.setup.ImageSources;
import dev.stoker.job.internal.setup.NearFolders;
import dev.stoker.job.plan.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The datasets that are available by name, and which of them are downloaded. */
public final class DatasetRegistry {
    private final DatasetCatalog catalog;
    private final Path root;

    private DatasetRegistry(DatasetCatalog catalog, Path root) {
        this.catalog = catalog;
        this.root = root;
    }

    /** The default catalog and further ones, over datasets in the default folder. */
    public static DatasetRegistry open(List<Path> catalogs) {
        var catalog = DatasetCatalog.defaultCatalog();
        for (Path file : catalogs) {
            catalog = catalog.with(file);
        }
        return new DatasetRegistry(catalog, Datasets.FETCHED);
    }

    public List<RegisteredDataset> sets() {
        return catalog.entries().stream().map(this::registered).toList();
    }

    /**
     * The datasets that {@code data} of a plan names, which the default catalog has and which are not downloaded yet.
     * {@link Datasets#open} never downloads: a program that wants to passes the name to {@link #fetch} first, as the
     * command line does.
     */
    public static List<RegisteredDataset> missing(String data) {
        var absent = DatasetMixture.names(data).stream()
                .filter(name -> !Datasets.isPresent(name))
                .toList();
        if (absent.isEmpty()) {
            return List.of();
        }
        var registry = open(List.of());
        return absent.stream()
                .flatMap(name -> registry.catalog.find(name).stream())
                .map(registry::registered)
                .toList();
    }

    /** Whether images of a plan are only read from a copy, as those of Parquet files are, and there is none yet. */
    public static boolean needCopy(Plan plan) {
        return ImageSources.needCopy(plan);
    }

    /** Makes the copies that are needed; a run does it too, but silently. */
    public static void copy(Plan plan, ProgressReporter progress) {
        ImageSources.copy(plan, progress);
    }

    /** Where a plan keeps images of its set near; empty where it does not. */
    public static Optional<NearSettings> near(Plan plan) {
        return NearFolders.of(plan);
    }

    /** The folder of the training images of a downloaded dataset of this name; any other path is left as it is. */
    public static Path trainingImages(Path nameOrFolder) {
        Path downloaded = Datasets.FETCHED.resolve(nameOrFolder);
        if (Files.exists(nameOrFolder) || !Files.isDirectory(downloaded)) {
            return nameOrFolder;
        }
        Path training = downloaded.resolve("train");
        return Files.isDirectory(training) ? training : downloaded;
    }

    private RegisteredDataset registered(CatalogEntry entry) {
        var folder = new DatasetFolder(entry, root.resolve(entry.name()));
        return new RegisteredDataset(
                entry.name(),
                entry.title(),
                entry.classCount(),
                entry.training(),
                entry.validation(),
                entry.test(),
                shape(entry),
                entry.size(),
                entry.license(),
                folder.path(),
                state(folder));
    }

    private static Optional<Shape> shape(CatalogEntry entry) {
        return switch (entry.content()) {
            case DatasetContent.BinaryFiles files -> Optional.of(files.shape());
            case DatasetContent.ImageArchives _ -> Optional.empty();
        };
    }

    private static int files(CatalogEntry entry) {
        return switch (entry.content()) {
            case DatasetContent.BinaryFiles binary -> binary.files().size();
            case DatasetContent.ImageArchives _ -> entry.images();
        };
    }

    private static RegisteredDataset.State state(DatasetFolder folder) {
        return switch (folder.state()) {
            case DOWNLOADED -> RegisteredDataset.State.DOWNLOADED;
            case PARTIAL -> RegisteredDataset.State.PARTIAL;
            case NOT_DOWNLOADED -> RegisteredDataset.State.NOT_DOWNLOADED;
        };
    }

    /** Downloads a dataset; empty when it was stopped. */
    public Optional<DownloadedDataset> fetch(
            String name, Optional<Path> to, Optional<Path> from, ProgressReporter reporter, BooleanSupplier stop) {
        var entry = catalog.entry(name);
        var folder = to.orElseGet(() -> root.resolve(name));
        long start = System.nanoTime();
        return DatasetFetcher.run(new DatasetFetcher.Request(entry, folder, from), reporter, stop)
                .map(result -> new DownloadedDataset(
                        name,
                        folder,
                        outcome(result.outcome()),
                        result.origin().map(DatasetOrigin::title),
                        files(entry),
                        entry.size(),
                        (System.nanoTime() - start) / 1e9));
    }

    private static String outcome(DatasetFetcher.Outcome outcome) {
        return switch (outcome) {
            case ALREADY_DOWNLOADED -> "already downloaded";
            case REPAIRED -> "repaired";
            case DOWNLOADED -> "downloaded";
        };
    }
}
