package dev.stoker.datasets.internal.image;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.ImageFolder;
import java.nio.file.Path;

/** Refuses images that are in no class folder, and shows the tree that is expected. */
public final class ClassFolderTree {
    private ClassFolderTree() {}

    /** Images beside each other belong to no class. */
    public static void refuseFlat(ImageFolder images, Path root, String command) {
        if (images.isFlat()) {
            throw new StokerException(
                    "%s holds %,d images and no class folders; move each class into a folder of its own, as in %s/CLASS/*.jpg, or %s/train/CLASS/*.jpg and %s/val/CLASS/*.jpg, then run `%s`"
                            .formatted(images.root(), images.entries().size(), root, root, root, command));
        }
    }
}
