package dev.stoker.dashboard.internal.run;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A folder with an experiment.json, within the folder of runs. */
public record ExperimentFolder(Path folder, String name) {
    private static final String FILE = "experiment.json";
    private static final long MAX_BYTES = 8 << 20;

    /** Those in the folder itself, and those where `stoker experiment` puts them. */
    static List<ExperimentFolder> in(Path runs, ContainedFolder contained) {
        return Stream.of(runs, runs.resolve("experiments"))
                .flatMap(ExperimentFolder::entries)
                .filter(entry -> Files.isRegularFile(entry.resolve(FILE)))
                .filter(entry -> contained.problem(entry).isEmpty())
                .map(entry -> new ExperimentFolder(entry, String.valueOf(entry.getFileName())))
                .sorted(Comparator.comparing(ExperimentFolder::name).reversed())
                .toList();
    }

    private static Stream<Path> entries(Path folder) {
        try (var entries = Files.list(folder)) {
            return entries.toList().stream();
        } catch (IOException _) {
            return Stream.of(); // there is none, or the folder of runs is gone, which the list of runs says
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
