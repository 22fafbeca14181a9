package dev.stoker.core.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Says what is wrong with symbolic links, which look like absent files otherwise. */
public final class SymbolicLink {
    private SymbolicLink() {}

    /** Why a link leads nowhere, as a sentence that begins with its path; empty for anything else. */
    public static Optional<String> problem(Path path) {
        if (!Files.isSymbolicLink(path) || Files.exists(path)) {
            return Optional.empty();
        }
        try {
            Path _ = path.toRealPath(); // its target appeared in the meantime
            return Optional.empty();
        } catch (NoSuchFileException _) {
            return Optional.of("%s is a symbolic link to %s, which does not exist".formatted(path, target(path)));
        } catch (IOException failure) {
            return Optional.of(
                    "%s is a symbolic link to %s (%s)".formatted(path, target(path), AtomicFile.reason(failure)));
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException failure) {
            return "somewhere (%s)".formatted(AtomicFile.reason(failure));
        }
    }
}
