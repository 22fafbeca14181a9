package dev.stoker.job.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Whether a run is under way or how it ended; a process that was killed says nothing anymore. */
public final class RunStateFile {
    public static final String RUNNING = "running";

    private RunStateFile() {}

    /** The run begins in this process. */
    public static void running(Path file) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("state", RUNNING);
        fields.put("pid", ProcessHandle.current().pid());
        fields.put("started", started(ProcessHandle.current()));
        AtomicFile.write(file, Json.write(fields) + "\n");
    }

    /** The run has ended; {@code reason} is empty where there is nothing to say. */
    public static void ended(Path file, String state, String reason) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("state", state);
        if (!reason.isEmpty()) {
            fields.put("reason", reason);
        }
        AtomicFile.write(file, Json.write(fields) + "\n");
    }

    /** What the file says, which may be damaged; nothing where there is none, or where the process of a run is gone. */
    public static Map<String, String> read(Path file) {
        if (!Files.exists(file)) {
            return Map.of();
        }
        var fields = new LinkedHashMap<String, String>();
        try {
            YamlReader.readMapping(file, "state of a run").entries().forEach((key, value) -> {
                if (value instanceof ConfigNode.Scalar(String text, int _)) {
                    fields.put(key, text);
                }
            });
        } catch (StokerException _) {
            return Map.of();
        }
        return RUNNING.equals(fields.get("state")) && !isAlive(fields) ? Map.of() : fields;
    }

    /** The number of a process that has ended may be given to another one. */
    private static boolean isAlive(Map<String, String> fields) {
        try {
            return ProcessHandle.of(Long.parseLong(fields.getOrDefault("pid", "")))
                    .filter(process -> started(process).equals(fields.get("started")))
                    .isPresent();
        } catch (NumberFormatException _) {
            return false;
        }
    }

    private static String started(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("unknown");
    }
}
