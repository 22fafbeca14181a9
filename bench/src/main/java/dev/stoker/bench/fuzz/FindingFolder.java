package dev.stoker.bench.fuzz;

import dev.stoker.bench.internal.format.FuzzInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Keeps the inputs of findings, and what was thrown beside them; only the first few of one kind. */
final class FindingFolder {
    private static final int KEPT = 5;

    private final Path folder;
    private final Map<String, Integer> kept = new HashMap<>();

    FindingFolder(Path folder) {
        this.folder = folder;
    }

    void keep(FuzzFinding finding, FuzzInput input, String details) {
        if (kept.merge(finding.cause(), 1, Integer::sum) > KEPT) {
            return;
        }
        try {
            Files.createDirectories(folder);
            Files.write(folder.resolve(finding.fileName()), input.bytes());
            Files.writeString(folder.resolve(finding.fileName() + ".txt"), details + "\n");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
