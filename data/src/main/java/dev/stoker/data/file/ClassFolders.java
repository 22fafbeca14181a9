package dev.stoker.data.file;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Finds classes by folder: each folder is one. */
final class ClassFolders {
    private static final String ONLY_CLASS = "all";

    private ClassFolders() {}

    static LabeledFiles scan(Path root, FileKind kind) {
        var folders = FileWalk.folders(root);
        return folders.isEmpty() ? flat(root, kind) : ofClasses(root, kind, folders, distinctNames(root, folders));
    }

    static LabeledFiles scan(Path root, FileKind kind, List<String> classes) {
        var folders = FileWalk.folders(root);
        for (String name : distinctNames(root, folders)) {
            if (!classes.contains(name)) {
                throw new StokerException("%s holds a class '%s' that is not one of the %d known classes%s"
                        .formatted(root, name, classes.size(), NameSuggestion.didYouMean(name, classes)));
            }
        }
        return ofClasses(root, kind, folders, classes);
    }

    private static LabeledFiles flat(Path root, FileKind kind) {
        return new LabeledFiles(List.of(ONLY_CLASS), refuseNone(root, kind, labeled(root, kind, 0)));
    }

    private static LabeledFiles ofClasses(Path root, FileKind kind, List<Path> folders, List<String> classes) {
        var entries = new ArrayList<LabeledFile>();
        for (Path folder : folders) {
            entries.addAll(
                    labeled(folder, kind, classes.indexOf(folder.getFileName().toString())));
        }
        return new LabeledFiles(classes, refuseNone(root, kind, entries));
    }

    private static List<LabeledFile> labeled(Path folder, FileKind kind, int label) {
        return FileWalk.attributes(folder, Integer.MAX_VALUE, kind::test).entrySet().stream()
                .map(found -> labeled(found.getKey(), label, found.getValue()))
                .toList();
    }

    private static LabeledFile labeled(Path file, int label, BasicFileAttributes attributes) {
        long modified = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
        return new LabeledFile(file, label, attributes.size(), modified);
    }

    /** Bytes that are no text in the encoding of file names all read alike, and would make two classes one. */
    private static List<String> distinctNames(Path root, List<Path> folders) {
        var names =
                folders.stream().map(folder -> folder.getFileName().toString()).toList();
        var seen = new HashSet<String>();
        for (String name : names) {
            if (!seen.add(name)) {
                throw new StokerException(
                        "%s has two class folders whose names both read as '%s', since they are not text in %s, the encoding of the locale; rename them, or set LC_ALL to their encoding"
                                .formatted(root, name, System.getProperty("sun.jnu.encoding")));
            }
        }
        return names;
    }

    private static List<LabeledFile> refuseNone(Path root, FileKind kind, List<LabeledFile> entries) {
        if (entries.isEmpty()) {
            throw new StokerException("%s holds no %s".formatted(root, kind.name()));
        }
        return entries;
    }
}
