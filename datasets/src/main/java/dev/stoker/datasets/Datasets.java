package dev.stoker.datasets;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.ProgressReporter;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.SymbolicLink;
import dev.stoker.data.SampleSource;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.DatasetCard;
import dev.stoker.datasets.catalog.DatasetCatalog;
import dev.stoker.datasets.format.BinaryDatasetFolder;
import dev.stoker.datasets.format.DatasetFormat;
import dev.stoker.datasets.format.IdxFiles;
import dev.stoker.datasets.internal.file.ClassNames;
import dev.stoker.datasets.internal.image.EncodedImageDatasets;
import dev.stoker.datasets.internal.source.ImageLists;
import dev.stoker.datasets.internal.source.ImageSources;
import dev.stoker.datasets.internal.source.StoredShards;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** Opens a dataset by name or folder. */
public final class Datasets {
    /** 10,000 training and 2,000 test images of Fashion-MNIST, evenly over the ten classes. */
    public static final String BUILT_IN = "fashion-mnist-mini";

    /** The folder for downloaded datasets, each in a folder of its name. */
    public static final Path FETCHED = Path.of("data");

    /** The name of the target of a list of images whose first line names no columns. */
    public static final List<String> UNNAMED_TARGETS = List.of("target");

    private Datasets() {}

    /**
     * The dataset of this name, or in this folder: shards, folders of images, or files of a known format. Encoded images
     * become squares of {@code size}; datasets of pixels keep their size.
     */
    public static ImageDataset open(String nameOrFolder, int size) {
        return open(nameOrFolder, ImageSourceSettings.of(size));
    }

    /**
     * The same, or the images of a list, of TFRecords, of WebDataset tars or of Parquet files: {@code nameOrFolder} may be
     * such a file, or a folder of them, or the address of a prepared set, such as {@code s3://bucket/prefix}.
     */
    public static ImageDataset open(String nameOrFolder, ImageSourceSettings settings) {
        return open(nameOrFolder, settings, FETCHED);
    }

    /**
     * Whether {@link #open(String, int)} finds something under this name: the bundled dataset, a downloaded one, or any
     * file or folder. It opens nothing and never downloads.
     */
    public static boolean isPresent(String nameOrFolder) {
        return nameOrFolder.equals(BUILT_IN)
                || StorageAddress.isAddress(nameOrFolder)
                || DatasetCard.isIn(FETCHED.resolve(nameOrFolder))
                || Files.exists(Path.of(nameOrFolder));
    }

    static ImageDataset open(String nameOrFolder, int size, Path fetched) {
        return open(nameOrFolder, ImageSourceSettings.of(size), fetched);
    }

    private static ImageDataset open(String nameOrFolder, ImageSourceSettings settings, Path fetched) {
        if (nameOrFolder.equals(BUILT_IN)) {
            return builtIn();
        }
        var address = StorageAddress.find(nameOrFolder);
        if (address.isPresent()) {
            return StoredShards.dataset(address.get(), settings);
        }
        var folder = folder(nameOrFolder, fetched);
        if (!Files.exists(folder)) {
            throw missing(nameOrFolder);
        }
        return ImageSources.open(folder, settings)
                .orElseGet(() ->
                        files(folder, settings.only(folder, "a folder of files").images()));
    }

    /** Whether images are only read from a copy, as those of Parquet files are, and there is none yet. */
    public static boolean needsCopy(String nameOrFolder, ImageSourceSettings settings) {
        return !nameOrFolder.equals(BUILT_IN)
                && !StorageAddress.isAddress(nameOrFolder)
                && ImageSources.needsCopy(folder(nameOrFolder, FETCHED), settings);
    }

    /** Makes the copy that is needed; {@link #open(String, ImageSourceSettings)} does it too, but silently. */
    public static void copy(String nameOrFolder, ImageSourceSettings settings, ProgressReporter progress) {
        if (needsCopy(nameOrFolder, settings)) {
            ImageSources.copy(folder(nameOrFolder, FETCHED), settings, progress);
        }
    }

    private static Path folder(String nameOrFolder, Path fetched) {
        var byName = fetched.resolve(nameOrFolder);
        return DatasetCard.isIn(byName) ? byName : Path.of(nameOrFolder);
    }

    private static ImageDataset files(Path folder, EncodedImageSettings images) {
        if (!Files.isDirectory(folder)) {
            throw new StokerException(
                    "%s is neither a list of images (.txt, .csv, .tsv), a table, TFRecords (.tfrecord), a tar nor Parquet"
                            .formatted(folder));
        }
        if (EncodedImageDatasets.isTree(folder)) {
            return EncodedImageDatasets.tree(folder, images);
        }
        return ImageFolder.hasImages(folder) ? EncodedImageDatasets.classFolders(folder, images) : folder(folder);
    }

    /** Whether this is a list of images with labels, or a folder with such lists. */
    public static boolean isList(String data) {
        return ImageLists.isList(Path.of(data));
    }

    private static StokerException missing(String name) {
        var catalog = DatasetCatalog.defaultCatalog();
        if (catalog.find(name).isPresent()) {
            return new StokerException("%s is not downloaded yet: run `stoker datasets get %s`".formatted(name, name));
        }
        var link = SymbolicLink.problem(Path.of(name));
        if (link.isPresent()) {
            return new StokerException(link.get());
        }
        var known = new ArrayList<>(List.of(BUILT_IN));
        known.addAll(catalog.names());
        return new StokerException("there is no dataset '%s': neither a folder nor a known name%s (known: %s)"
                .formatted(name, NameSuggestion.didYouMean(name, known), String.join(", ", known)));
    }

    private static ImageDataset builtIn() {
        var whole = DatasetCatalog.binaryFiles().entry("fashion-mnist");
        return ImageDataset.of(
                        BUILT_IN,
                        whole.classes(),
                        IdxFiles.split(Datasets::resource, "train"),
                        IdxFiles.split(Datasets::resource, "t10k"),
                        whole.flip())
                .with(DatasetFingerprint.of(
                        Path.of(BUILT_IN),
                        whole.classes(),
                        () -> IdxFiles.names().map(Datasets::bundled)));
    }

    /** Its size is enough: it comes with the program and changes only with it. */
    private static FileFingerprint bundled(String name) {
        try {
            long size = resourceUrl(name).openConnection().getContentLengthLong();
            return FileFingerprint.ofContent(name, size, "");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static URL resourceUrl(String name) {
        return Objects.requireNonNull(Datasets.class.getResource(BUILT_IN + "/" + name + ".gz"), name);
    }

    private static InputStream resource(String name) {
        var stream = Datasets.class.getResourceAsStream(BUILT_IN + "/" + name + ".gz");
        if (stream == null) {
            throw new IllegalStateException("the resource " + BUILT_IN + "/" + name + ".gz is not on the class path");
        }
        return stream;
    }

    private static ImageDataset folder(Path folder) {
        var files = BinaryDatasetFolder.of(folder);
        var training = files.training();
        var described = DatasetCard.read(folder).or(() -> implied(files.format()));
        var classes = described.map(CatalogEntry::classes).orElseGet(() -> named(folder, training));
        return ImageDataset.of(
                        folder.toString(),
                        classes,
                        training,
                        files.test(),
                        described.map(CatalogEntry::flip).orElse(true))
                .with(DatasetFingerprint.of(
                        folder, classes, () -> files.files().stream().map(file -> FileFingerprint.of(folder, file))));
    }

    /** CIFAR's formats are used by one dataset each; the files of the MNIST family may hold any images. */
    private static Optional<CatalogEntry> implied(DatasetFormat layout) {
        return switch (layout) {
            case IDX -> Optional.empty();
            case CIFAR10, CIFAR100 -> DatasetCatalog.binaryFiles().find(layout.key());
        };
    }

    private static List<String> named(Path folder, SampleSource training) {
        Path file = folder.resolve(ClassNames.FILE_NAME);
        return Files.exists(file) ? ClassNames.read(file).names() : numbered(folder, training);
    }

    /** Labels count from 0 to the largest; one that is far from all others is rather a mistake. */
    private static List<String> numbered(Path folder, SampleSource training) {
        int largest = IntStream.range(0, training.size())
                .reduce((a, b) -> training.label(b) > training.label(a) ? b : a)
                .orElse(0);
        int classes = 1 + training.label(largest);
        long used = IntStream.range(0, training.size())
                .map(training::label)
                .distinct()
                .count();
        if (classes > 2 * used) {
            throw new StokerException(
                    "%s: sample %d of the training images has label %d, but only %d of the labels up to there occur; correct it, or name all classes in %s, one per line"
                            .formatted(
                                    folder,
                                    largest,
                                    training.label(largest),
                                    used,
                                    folder.resolve(ClassNames.FILE_NAME)));
        }
        return IntStream.range(0, classes).mapToObj(Integer::toString).toList();
    }
}
