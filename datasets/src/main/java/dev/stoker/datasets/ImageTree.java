package dev.stoker.datasets;

import dev.stoker.core.StokerException;
import dev.stoker.core.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Picture files in a folder: one folder per class, whose sorted names are the classes, or no folders and one class. Files
 * are sorted by path, so that the same tree has the same order everywhere.
 */
public record ImageTree(Path root, List<String> classes, List<Entry> entries) {
    private static final Set<String> ENDINGS = Set.of("jpg", "jpeg", "png", "webp", "bmp", "gif");

    /** A file and the number of its class. */
    public record Entry(Path file, int label) {}

    public ImageTree {
        classes = List.copyOf(classes);
        entries = List.copyOf(entries);
    }

    /** Reads the names in a folder; the files themselves stay closed. */
    public static ImageTree scan(Path root) {
        var folders = children(root).filter(Files::isDirectory).sorted().toList();
        return folders.isEmpty() ? flat(root) : ofClasses(root, folders, names(folders));
    }

    /** Reads a folder whose classes are given by another part of the same set. */
    public static ImageTree scan(Path root, List<String> classes) {
        var folders = children(root).filter(Files::isDirectory).sorted().toList();
        for (String name : names(folders)) {
            if (!classes.contains(name)) {
                throw new StokerException("%s holds a class '%s' that the training part does not have (it has %d)"
                        .formatted(root, name, classes.size()));
            }
        }
        return ofClasses(root, folders, classes);
    }

    private static ImageTree flat(Path root) {
        var entries = pictures(root).stream().map(file -> new Entry(file, 0)).toList();
        return new ImageTree(root, List.of("all"), refuseNone(root, entries));
    }

    private static ImageTree ofClasses(Path root, List<Path> folders, List<String> classes) {
        var entries = new ArrayList<Entry>();
        for (Path folder : folders) {
            int label = classes.indexOf(folder.getFileName().toString());
            pictures(folder).forEach(file -> entries.add(new Entry(file, label)));
        }
        return new ImageTree(root, classes, refuseNone(root, entries));
    }

    private static List<String> names(List<Path> folders) {
        return folders.stream().map(folder -> folder.getFileName().toString()).toList();
    }

    private static List<Entry> refuseNone(Path root, List<Entry> entries) {
        if (entries.isEmpty()) {
            throw new StokerException("%s holds no pictures (%s)".formatted(root, String.join(", ", ENDINGS)));
        }
        return entries;
    }

    private static List<Path> pictures(Path folder) {
        try (var files = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            return files.filter(file -> ENDINGS.contains(ending(file)) && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw unreadable(folder, failure);
        } catch (UncheckedIOException failure) {
            throw unreadable(folder, Objects.requireNonNull(failure.getCause()));
        }
    }

    private static String ending(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return name.startsWith(".") ? "" : name.substring(name.lastIndexOf('.') + 1);
    }

    private static Stream<Path> children(Path folder) {
        try (var files = Files.list(folder)) {
            return files.filter(file -> !file.getFileName().toString().startsWith(".")).toList().stream();
        } catch (IOException failure) {
            throw unreadable(folder, failure);
        }
    }

    private static StokerException unreadable(Path folder, IOException failure) {
        boolean named = failure instanceof FileSystemException specific && specific.getFile() != null;
        return new StokerException(
                "cannot read the folder %s (%s)"
                        .formatted(
                                named ? ((FileSystemException) failure).getFile() : folder, WholeFile.reason(failure)),
                failure);
    }
}
