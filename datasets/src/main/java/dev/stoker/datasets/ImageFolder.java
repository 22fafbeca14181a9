package dev.stoker.datasets;

import dev.stoker.core.StokerException;
import dev.stoker.data.file.FileKind;
import dev.stoker.data.file.LabeledFile;
import dev.stoker.data.file.LabeledFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Image files in a folder: one folder per class, whose sorted names are the classes, or no folders and a single class. */
public record ImageFolder(Path root, List<String> classes, List<LabeledFile> entries) {
    private static final List<String> EXTENSIONS = List.of("bmp", "gif", "jpeg", "jpg", "png", "webp");
    private static final FileKind IMAGES =
            new FileKind("images (%s)".formatted(String.join(", ", EXTENSIONS)), ImageFolder::isImage);

    public ImageFolder {
        classes = List.copyOf(classes);
        entries = List.copyOf(entries);
    }

    /** Lists the files of a folder, without opening them. */
    public static ImageFolder scan(Path root) {
        return of(root, LabeledFiles.inFolders(root, IMAGES));
    }

    /** Lists a folder whose classes are given by another split of the same dataset. */
    public static ImageFolder scan(Path root, List<String> classes) {
        return of(root, LabeledFiles.inFolders(root, IMAGES, classes));
    }

    /** Whether images lie in the folder itself, and so belong to no class. */
    public boolean isFlat() {
        return root.equals(entries.getFirst().file().getParent());
    }

    /** The image files at any depth of a folder, sorted by path; none is an error. */
    public static List<Path> files(Path folder) {
        var files = IMAGES.filesBelow(folder);
        if (files.isEmpty()) {
            throw new StokerException("%s holds no %s, at any depth".formatted(folder, IMAGES.name()));
        }
        return files;
    }

    private static ImageFolder of(Path root, LabeledFiles files) {
        return new ImageFolder(root, files.classes(), files.entries());
    }

    /** Whether there are images in the folder or in a folder of it; looks no further than the first one. */
    public static boolean hasImages(Path root) {
        try (var files = Files.find(
                root, 2, (file, found) -> found.isRegularFile() && isImage(file), FileVisitOption.FOLLOW_LINKS)) {
            return files.findAny().isPresent();
        } catch (IOException | UncheckedIOException _) {
            return false; // what opens the folder names what cannot be read
        }
    }

    /** Whether the name is that of an image file. */
    public static boolean isImage(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return EXTENSIONS.contains(name.substring(name.lastIndexOf('.') + 1));
    }
}
