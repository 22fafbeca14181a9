package dev.stoker.datasets.prepare;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.ImageFolder;
import dev.stoker.datasets.internal.file.ClassNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All images of a source by their part, each part in the order of their paths. */
record SourceScan(List<String> classes, Map<SplitName, List<SourceImage>> parts) {

    /** Scans a folder with one folder per class, or one with {@code train} and {@code val} or {@code test} of such. */
    static SourceScan scan(PreparationSettings settings) {
        var folders = partFolders(settings.source());
        if (folders.isEmpty()) {
            return splitTree(settings);
        }
        if (settings.split().isPresent()) {
            throw new StokerException(
                    "%s comes in parts already (%s); leave --split out".formatted(settings.source(), folders.values()));
        }
        return ofParts(settings, folders);
    }

    private static SourceScan splitTree(PreparationSettings settings) {
        var tree = ImageFolder.scan(settings.source());
        var classes =
                classesOf(settings).orElse(new ClassNames(settings.source().toString(), tree.classes()));
        var parts = new EnumMap<SplitName, List<SourceImage>>(SplitName.class);
        for (var item : items(settings.source(), tree, classes)) {
            var part = settings.splitOrUsual().partOf(item.name(), settings.seed());
            parts.computeIfAbsent(part, _ -> new ArrayList<>()).add(item);
        }
        return new SourceScan(classes.names(), parts);
    }

    private static SourceScan ofParts(PreparationSettings settings, Map<SplitName, Path> folders) {
        var trees = new EnumMap<SplitName, ImageFolder>(SplitName.class);
        folders.forEach((part, folder) -> trees.put(part, ImageFolder.scan(folder)));
        var classes = classesOf(settings).orElseGet(() -> classesOfTraining(trees));
        var parts = new EnumMap<SplitName, List<SourceImage>>(SplitName.class);
        trees.forEach((part, tree) -> parts.put(part, items(settings.source(), tree, classes)));
        return new SourceScan(classes.names(), parts);
    }

    private static Optional<ClassNames> classesOf(PreparationSettings settings) {
        return settings.classes().map(ClassNames::read);
    }

    private static ClassNames classesOfTraining(Map<SplitName, ImageFolder> trees) {
        var training = trees.get(SplitName.TRAIN);
        if (training == null) {
            throw new IllegalStateException("parts without training images: " + trees.keySet());
        }
        return new ClassNames(training.root().toString(), training.classes());
    }

    private static List<SourceImage> items(Path source, ImageFolder tree, ClassNames classes) {
        int[] labels = tree.classes().stream()
                .mapToInt(name -> classes.label(tree.root(), name))
                .toArray();
        return tree.entries().stream()
                .map(entry -> SourceImage.of(source, entry.file(), labels[entry.label()]))
                .toList();
    }

    /** Empty for a tree of classes; a toy shop may well have a class called train. */
    private static Map<SplitName, Path> partFolders(Path source) {
        var names = folderNames(source);
        var found = new EnumMap<SplitName, Path>(SplitName.class);
        for (var part : SplitName.values()) {
            part.folders().stream()
                    .filter(names::contains)
                    .findFirst()
                    .ifPresent(name -> found.put(part, source.resolve(name)));
        }
        if (!found.containsKey(SplitName.TRAIN) || (found.size() == 1 && names.size() > 1)) {
            return Map.of();
        }
        if (found.size() < names.size()) {
            throw new StokerException("%s holds parts and other folders side by side (%s); move the others away"
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
