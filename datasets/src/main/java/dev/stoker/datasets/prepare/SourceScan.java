package dev.stoker.datasets.prepare;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.storage.Storage;
import dev.stoker.datasets.ImageFolder;
import dev.stoker.datasets.internal.file.ClassNames;
import dev.stoker.datasets.internal.file.StoredImageFolder;
import dev.stoker.datasets.internal.image.ClassFolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** All images of a source by split, each split in the order of paths. */
record SourceScan(List<String> classes, Map<SplitName, List<SourceImage>> splits) {

    /** Scans a folder with one folder per class, or with {@code train} and {@code val} or {@code test} that hold such folders. */
    static SourceScan scan(PreparationSettings settings) {
        var folders = splitNames(settings.source(), folderNames(settings.source()));
        if (folders.isEmpty()) {
            return splitTree(settings);
        }
        if (settings.split().isPresent()) {
            throw hasSplits(settings.source(), folders);
        }
        return ofSplits(settings, folders);
    }

    /** The same of a storage. */
    static SourceScan scan(PreparationSettings settings, Storage storage) {
        var folders = splitNames(storage.location(), StoredImageFolder.folders(storage));
        if (folders.isEmpty()) {
            var tree = StoredImageFolder.ofClasses(storage);
            var classes = classesOf(settings).orElse(new ClassNames(tree.location(), tree.classes()));
            return divided(settings, classes, images(tree, classes));
        }
        if (settings.split().isPresent()) {
            throw hasSplits(storage.location(), folders);
        }
        var trees = new EnumMap<SplitName, StoredImageFolder>(SplitName.class);
        folders.forEach((split, name) -> trees.put(split, StoredImageFolder.ofSplit(storage, name)));
        var training = Objects.requireNonNull(trees.get(SplitName.TRAIN));
        var classes = classesOf(settings).orElse(new ClassNames(training.location(), training.classes()));
        var splits = new EnumMap<SplitName, List<SourceImage>>(SplitName.class);
        trees.forEach((split, tree) -> splits.put(split, images(tree, classes)));
        return new SourceScan(classes.names(), splits);
    }

    private static List<SourceImage> images(StoredImageFolder tree, ClassNames classes) {
        int[] labels = tree.classes().stream()
                .mapToInt(name -> classes.label(Path.of(tree.location()), name))
                .toArray();
        return tree.entries().stream()
                .map(entry -> SourceImage.of(entry.content(), labels[entry.label()]))
                .toList();
    }

    private static SourceScan divided(PreparationSettings settings, ClassNames classes, List<SourceImage> images) {
        var splits = new EnumMap<SplitName, List<SourceImage>>(SplitName.class);
        for (var image : images) {
            var split = settings.splitOrDefault().splitOf(image.name(), settings.seed());
            splits.computeIfAbsent(split, _ -> new ArrayList<>()).add(image);
        }
        return new SourceScan(classes.names(), splits);
    }

    private static StokerException hasSplits(Object source, Map<SplitName, String> folders) {
        return new StokerException(
                        "%s has folders for its splits already (%s); remove split".formatted(source, folders.values()))
                .about("split");
    }

    private static SourceScan splitTree(PreparationSettings settings) {
        var tree = ImageFolder.scan(settings.source());
        refuseFlat(settings, tree);
        var classes =
                classesOf(settings).orElse(new ClassNames(settings.source().toString(), tree.classes()));
        return divided(settings, classes, images(settings.source(), tree, classes));
    }

    private static SourceScan ofSplits(PreparationSettings settings, Map<SplitName, String> folders) {
        var trees = new EnumMap<SplitName, ImageFolder>(SplitName.class);
        folders.forEach((split, name) ->
                trees.put(split, ImageFolder.scan(settings.source().resolve(name))));
        trees.values().forEach(tree -> refuseFlat(settings, tree));
        var classes = classesOf(settings).orElseGet(() -> classesOfTraining(trees));
        var splits = new EnumMap<SplitName, List<SourceImage>>(SplitName.class);
        trees.forEach((split, tree) -> splits.put(split, images(settings.source(), tree, classes)));
        return new SourceScan(classes.names(), splits);
    }

    private static void refuseFlat(PreparationSettings settings, ImageFolder training) {
        ClassFolderTree.refuseFlat(
                training,
                settings.source(),
                "stoker prepare %s %s".formatted(settings.source(), settings.destination()));
    }

    private static Optional<ClassNames> classesOf(PreparationSettings settings) {
        return settings.classes().map(ClassNames::read);
    }

    private static ClassNames classesOfTraining(Map<SplitName, ImageFolder> trees) {
        var training = trees.get(SplitName.TRAIN);
        if (training == null) {
            throw new IllegalStateException("splits without training images: " + trees.keySet());
        }
        return new ClassNames(training.root().toString(), training.classes());
    }

    private static List<SourceImage> images(Path source, ImageFolder tree, ClassNames classes) {
        int[] labels = tree.classes().stream()
                .mapToInt(name -> classes.label(tree.root(), name))
                .toArray();
        return tree.entries().stream()
                .map(entry -> SourceImage.of(source, entry.file(), labels[entry.label()]))
                .toList();
    }

    /** Empty for folders of classes; a dataset of toys may well have a class called train. */
    private static Map<SplitName, String> splitNames(Object source, List<String> names) {
        var found = new EnumMap<SplitName, String>(SplitName.class);
        for (var split : SplitName.values()) {
            split.folders().stream().filter(names::contains).findFirst().ifPresent(name -> found.put(split, name));
        }
        if (!found.containsKey(SplitName.TRAIN) || (found.size() == 1 && names.size() > 1)) {
            return Map.of();
        }
        if (found.size() < names.size()) {
            throw new StokerException("%s holds folders of splits and other folders (%s); move the others away"
                    .formatted(source, String.join(", ", names)));
        }
        return found;
    }

    private static List<String> folderNames(Path source) {
        try (var files = Files.list(source)) {
            return files.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read the source %s (%s)".formatted(source, AtomicFile.reason(failure)), failure);
        }
    }
}
