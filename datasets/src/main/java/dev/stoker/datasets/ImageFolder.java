package dev.stoker.datasets;

import dev.stoker.data.file.FileKind;
import dev.stoker.data.file.LabeledFile;
import dev.stoker.data.file.LabeledFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Image files in a folder: one folder per class, whose sorted names are the classes, or no folders and one class. */
public record ImageFolder(Path root, List<String> classes, List<LabeledFile> entries) {
    private static final List<String> ENDINGS = List.of("bmp", "gif", "jpeg", "jpg", "png", "webp");
    private static final FileKind IMAGES =
            new FileKind("images (%s)".formatted(String.join(", ", ENDINGS)), ImageFolder::isImage);

    public ImageFolder {
        classes = List.copyOf(classes);
        entries = List.copyOf(entries);
    }

    /** Reads the names in a folder; the files themselves stay closed. */
    public static ImageFolder scan(Path root) {
        return of(root, LabeledFiles.inFolders(root, IMAGES));
    }

    /** Reads a folder whose classes are given by another part of the same set. */
    public static ImageFolder scan(Path root, List<String> classes) {
        return of(root, LabeledFiles.inFolders(root, IMAGES, classes));
    }

    private static ImageFolder of(Path root, LabeledFiles files) {
        return new ImageFolder(root, files.classes(), files.entries());
    }

    private static boolean isImage(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return ENDINGS.contains(name.substring(name.lastIndexOf('.') + 1));
    }
}
