package dev.stoker.job.internal.run;

import dev.stoker.core.io.AtomicFile;
import dev.stoker.telemetry.log.Json;
import dev.stoker.telemetry.run.RecordedRun;
import dev.stoker.telemetry.run.RunState;
import java.nio.file.Path;
import java.util.LinkedHashMap;

/** Whether a run is under way or how it ended; a process that was killed says nothing anymore. */
public final class RunStateFile {
    private RunStateFile() {}

    /** The run begins in this process. */
    public static void running(Path file) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("state", RunState.RUNNING.title());
        fields.put("pid", ProcessHandle.current().pid());
        fields.put("started", RecordedRun.startOf(ProcessHandle.current()));
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
}
