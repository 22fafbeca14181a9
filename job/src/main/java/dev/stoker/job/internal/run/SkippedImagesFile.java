package dev.stoker.job.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.telemetry.log.Json;
import dev.stoker.telemetry.log.JsonLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Lists the corrupt images that a run skips, each once, however many epochs and resumptions reach it. */
public final class SkippedImagesFile implements AutoCloseable {
    private final Path file;
    private final Set<String> written;
    private Optional<JsonLines> lines = Optional.empty();

    private SkippedImagesFile(Path file, Set<String> written) {
        this.file = file;
        this.written = written;
    }

    /** Continues the list of the run so far; a file is created for the first image. */
    public static SkippedImagesFile open(Path file) {
        JsonLines.keepWhile(file, _ -> true);
        try {
            return new SkippedImagesFile(
                    file, Files.exists(file) ? new HashSet<>(Files.readAllLines(file)) : new HashSet<>());
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    /** Adds an image; {@code problem} begins with its file or record. Any thread may call it. */
    public synchronized void add(String problem) {
        var fields = Map.of("problem", problem);
        if (written.add(Json.write(fields))) {
            if (lines.isEmpty()) {
                lines = Optional.of(JsonLines.append(file));
            }
            lines.get().write(fields);
        }
    }

    @Override
    public synchronized void close() {
        lines.ifPresent(JsonLines::close);
    }
}
