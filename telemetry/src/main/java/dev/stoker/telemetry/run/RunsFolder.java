package dev.stoker.telemetry.run;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A folder that run folders are created in. */
public record RunsFolder(Path path) {
    /** The newest first; none where there is no such folder. */
    public List<RecordedRun> runs() {
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (var entries = Files.list(path)) {
            return entries.filter(RecordedRun::isRun)
                    .map(RecordedRun::of)
                    .sorted(RecordedRun.NEWEST_FIRST)
                    .toList();
        } catch (IOException failure) {
            throw new StokerException(
                            "cannot list the runs in %s (%s)"
                                    .formatted(path.toAbsolutePath().normalize(), AtomicFile.reason(failure)),
                            failure)
                    .about("runs");
        }
    }
}
