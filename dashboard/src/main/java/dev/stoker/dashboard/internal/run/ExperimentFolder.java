package dev.stoker.dashboard.internal.run;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A folder with an experiment.json, within the folder of runs. */
public record ExperimentFolder(Path folder, String name) {
    private static final String FILE = "experiment.json";
    private static final long MAX_BYTES = 8 << 20;

    static List<ExperimentFolder> in(Path runs, ContainedFolder contained) {
        try (var entries = Files.list(runs)) {
            return entries.filter(entry -> Files.isRegularFile(entry.resolve(FILE)))
                    .filter(entry -> contained.problem(entry).isEmpty())
                    .map(entry -> new ExperimentFolder(entry, String.valueOf(entry.getFileName())))
                    .sorted((a, b) -> b.name().compareTo(a.name()))
                    .toList();
        } catch (IOException _) {
            return List.of(); // the folder is gone, which the list of runs says
        }
    }

    /** Where the runs of the experiment are. */
    Path runs() {
        return Files.isDirectory(folder.resolve("runs")) ? folder.resolve("runs") : folder;
    }

    /** What the file says, or a note where it cannot be read. */
    public Map<String, @Nullable Object> fields() {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("name", name);
        try {
            Path file = folder.resolve(FILE);
            if (Files.size(file) > MAX_BYTES) {
                fields.put("problem", "its experiment.json is too large to show");
            } else {
                fields.put("experiment", JsonReader.read(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
            }
        } catch (IOException | IllegalArgumentException failure) {
            fields.put("problem", "its experiment.json cannot be read: " + failure.getMessage());
        }
        return fields;
    }
}
