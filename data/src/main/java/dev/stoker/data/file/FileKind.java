package dev.stoker.data.file;

import dev.stoker.core.io.AtomicFile;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** Which files of a folder are accepted, and their name in error messages. */
public record FileKind(String name, Predicate<Path> accepts) {
    /** Every file but hidden ones and those that are still being written. */
    public static final FileKind ANY = new FileKind("files", _ -> true);

    /** The files of this kind at any depth of a folder, sorted by path, whatever their names hold; perhaps none. */
    public List<Path> filesBelow(Path folder) {
        return FileWalk.files(folder, Integer.MAX_VALUE, this::test);
    }

    boolean test(Path file) {
        return !isHidden(file) && !file.toString().endsWith(AtomicFile.PARTIAL_SUFFIX) && accepts.test(file);
    }

    static boolean isHidden(Path file) {
        return file.getFileName().toString().startsWith(".");
    }
}
