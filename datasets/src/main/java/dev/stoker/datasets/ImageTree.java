package dev.stoker.datasets;

import dev.stoker.data.file.FileKind;
import dev.stoker.data.file.LabelledFile;
import dev.stoker.data.file.LabelledFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Picture files in a folder: one folder per class, whose sorted names are the classes, or no folders and one class. */
public record ImageTree(Path root, List<String> classes, List<LabelledFile> entries) {
    private static final List<String> ENDINGS = List.of("bmp", "gif", "jpeg", "jpg", "png", "webp");
    private static final FileKind PICTURES =
            new FileKind("pictures (%s)".formatted(String.join(", ", ENDINGS)), ImageTree::isPicture);

    public ImageTree {
        classes = List.copyOf(classes);
        entries = List.copyOf(entries);
    }

    /** Reads the names in a folder; the files themselves stay closed. */
    public static ImageTree scan(Path root) {
        return of(root, LabelledFiles.inFolders(root, PICTURES));
    }

    /** Reads a folder whose classes are given by another part of the same set. */
    public static ImageTree scan(Path root, List<String> classes) {
        return of(root, LabelledFiles.inFolders(root, PICTURES, classes));
    }

    private static ImageTree of(Path root, LabelledFiles files) {
        return new ImageTree(root, files.classes(), files.entries());
    }

    private static boolean isPicture(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return ENDINGS.contains(name.substring(name.lastIndexOf('.') + 1));
    }
}
