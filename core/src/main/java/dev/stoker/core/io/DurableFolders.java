package dev.stoker.core.io;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Changes of names that are on the disk when the call returns. A new name is part of its folder, and is lost with the power
 * until that folder is forced, however often the file itself was.
 */
public final class DurableFolders {
    private DurableFolders() {}

    /** Creates a folder and its parents; that it exists is fine. */
    public static Path create(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            Path parent = folder.toAbsolutePath().getParent();
            if (parent != null) {
                create(parent);
            }
            createWithin(folder);
        }
        return folder;
    }

    private static void createWithin(Path folder) throws IOException {
        try {
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException failure) {
            if (!Files.isDirectory(folder)) {
                throw failure;
            }
        }
        AtomicFile.syncDirectory(folder);
    }

    /** Renames a file or folder on the same disk; a file that has the name is replaced. The content must have been forced. */
    public static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        AtomicFile.syncDirectory(to);
        AtomicFile.syncDirectory(from);
    }
}
