package dev.stoker.job.predict;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.ImageFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Image files as a person names them. */
public final class ImagePaths {
    private ImagePaths() {}

    /** Files as they are, whether they exist or not, and for a folder all its images at any depth, sorted by path. */
    public static List<Path> of(List<Path> filesAndFolders) {
        var files = new ArrayList<Path>();
        for (Path path : filesAndFolders) {
            if (Files.isDirectory(path)) {
                files.addAll(ImageFolder.files(path));
            } else {
                files.add(path);
            }
        }
        if (files.isEmpty()) {
            throw new StokerException(
                    "there is no image to classify; name files or folders, or give their paths on" + " standard input");
        }
        return files;
    }
}
