package dev.stoker.job.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.telemetry.log.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What a run reached, in one JSON object; there only after the run has ended, however it did. */
public final class RunResultFile {
    private RunResultFile() {}

    public static void write(Path file, Map<String, Object> fields) {
        AtomicFile.write(file, Json.writeIndented(fields) + "\n");
    }

    /** A run that continues has no result yet. */
    public static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException failure) {
            throw new StokerException("cannot delete %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }
}
