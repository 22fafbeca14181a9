package dev.stoker.data.file;

import java.nio.file.Path;
import java.util.List;

/** Files with labels, and the names of the classes, of which labels are indexes. The files are not opened. */
public record LabeledFiles(List<String> classes, List<LabeledFile> entries) {
    public LabeledFiles {
        classes = List.copyOf(classes);
        entries = List.copyOf(entries);
    }

    /**
     * One folder per class, whose sorted names are the classes, or no folders and one class. Files are sorted by path.
     */
    public static LabeledFiles inFolders(Path root, FileKind kind) {
        return ClassFolders.scan(root, kind);
    }

    /** One folder per class, with the classes of another split of the same dataset. */
    public static LabeledFiles inFolders(Path root, FileKind kind, List<String> classes) {
        return ClassFolders.scan(root, kind, classes);
    }

    /**
     * A list of files: a path and a label on each line, in this order. Labels are all numbers, or all names, which are
     * sorted into classes.
     */
    public static LabeledFiles listed(Path list) {
        return FileList.read(list).numbered();
    }

    /** A list whose labels are names out of {@code classes}, or their numbers. */
    public static LabeledFiles listed(Path list, List<String> classes) {
        return FileList.read(list).numbered(classes);
    }
}
