package dev.stoker.dashboard.internal.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Tells which folders and files are within the folder of runs: symbolic links may lead anywhere. */
record ContainedFolder(Path root) {
    /** Everything that is read of a run or of an experiment. */
    private static final List<String> READ = List.of(
            "plan.yaml",
            "metrics.jsonl",
            "utilization.jsonl",
            "state.json",
            "result.json",
            "environment.json",
            "trace.json",
            "report.html",
            "curves.html",
            "confusion.csv",
            "experiment.json");

    /** What leads out of the folder of runs, as a sentence; empty where nothing does. */
    Optional<String> problem(Path folder) {
        if (isOutside(folder)) {
            return Optional.of("its folder is a symbolic link out of the runs folder, which is not followed");
        }
        return READ.stream()
                .filter(name -> isOutside(folder.resolve(name)))
                .findFirst()
                .map("its %s is a symbolic link out of the runs folder, which is not followed"::formatted);
    }

    private boolean isOutside(Path path) {
        try {
            return Files.exists(path) && !path.toRealPath().startsWith(root.toRealPath());
        } catch (IOException _) {
            return false; // it vanished, and nothing is read of it
        }
    }
}
