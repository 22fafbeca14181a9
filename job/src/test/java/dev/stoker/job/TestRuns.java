package dev.stoker.job;

import dev.stoker.job.plan.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Plans with settings as on a command line, and complete runs of them. */
final class TestRuns {
    private TestRuns() {}

    /** The defaults of a test class, then the settings of a test; its runs have a folder of their own. */
    static Plan plan(Path data, Path runs, List<String> defaults, String... settings) {
        var plan = Plan.DEFAULTS.with("data", data.toString()).with("runs", runs.toString());
        if (Files.exists(data.resolve("t10k-images-idx3-ubyte"))) {
            plan = plan.with("validation", "test"); // so that all of the few training images are trained on
        }
        return with(with(plan, defaults.toArray(String[]::new)), settings);
    }

    /** Each of the settings is a key, an equals sign and a value. */
    static Plan with(Plan plan, String... settings) {
        Plan changed = plan;
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            changed = changed.with(parts[0], parts[1]);
        }
        return changed;
    }

    static RunResult run(Plan plan) {
        try (var job = TrainingJob.start(plan)) {
            return job.run(List.of(), () -> false).orElseThrow();
        }
    }
}
