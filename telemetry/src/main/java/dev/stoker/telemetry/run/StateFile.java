package dev.stoker.telemetry.run;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** JSON objects beside the metrics, each in a file of its own, which may be absent, half-written or damaged. */
final class StateFile {
    private static final long MAX_BYTES = 4 << 20;

    private StateFile() {}

    /** Without fields where there is no file, or where it cannot be read. */
    static Map<String, @Nullable Object> fields(Path file) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                return Map.of();
            }
            return JsonReader.read(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (IOException | IllegalArgumentException _) {
            return Map.of();
        }
    }

    /** Empty where the file says nothing, or says running while the process of the run is gone. */
    static Optional<RunState> state(Map<String, @Nullable Object> fields) {
        return fields.get("state") instanceof String title
                ? RunState.titled(title).filter(state -> state != RunState.RUNNING || isAlive(fields))
                : Optional.empty();
    }

    /** The number of a process that has ended may be given to another one. */
    private static boolean isAlive(Map<String, @Nullable Object> fields) {
        return fields.get("pid") instanceof Long pid
                && ProcessHandle.of(pid)
                        .filter(process -> started(process).equals(fields.get("started")))
                        .isPresent();
    }

    static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("unknown");
    }
}
