package dev.stoker.data.file;

import dev.stoker.core.Nearest;
import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Folders that are classes. */
final class ClassFolders {
    private static final String ONLY_CLASS = "all";

    private ClassFolders() {}

    static LabelledFiles scan(Path root, FileKind kind) {
        var folders = FileWalk.folders(root);
        return folders.isEmpty() ? flat(root, kind) : ofClasses(root, kind, folders, names(folders));
    }

    static LabelledFiles scan(Path root, FileKind kind, List<String> classes) {
        var folders = FileWalk.folders(root);
        for (String name : names(folders)) {
            if (!classes.contains(name)) {
                throw new StokerException("%s holds a class '%s' that is none of the %d known ones%s"
                        .formatted(root, name, classes.size(), Nearest.hint(name, classes)));
            }
        }
        return ofClasses(root, kind, folders, classes);
    }

    private static LabelledFiles flat(Path root, FileKind kind) {
        return new LabelledFiles(List.of(ONLY_CLASS), refuseNone(root, kind, labelled(root, kind, 0)));
    }

    private static LabelledFiles ofClasses(Path root, FileKind kind, List<Path> folders, List<String> classes) {
        var entries = new ArrayList<LabelledFile>();
        for (Path folder : folders) {
            entries.addAll(
                    labelled(folder, kind, classes.indexOf(folder.getFileName().toString())));
        }
        return new LabelledFiles(classes, refuseNone(root, kind, entries));
    }

    private static List<LabelledFile> labelled(Path folder, FileKind kind, int label) {
        return FileWalk.files(folder, Integer.MAX_VALUE, kind::test).stream()
                .map(file -> new LabelledFile(file, label))
                .toList();
    }

    private static List<String> names(List<Path> folders) {
        return folders.stream().map(folder -> folder.getFileName().toString()).toList();
    }

    private static List<LabelledFile> refuseNone(Path root, FileKind kind, List<LabelledFile> entries) {
        if (entries.isEmpty()) {
            throw new StokerException("%s holds no %s".formatted(root, kind.name()));
        }
        return entries;
    }
}
