package dev.stoker.job;

import java.util.List;

/** Plans with settings as a command line would give them, and runs of them to their end. */
final class Runs {
    private Runs() {}

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
