package dev.stoker.lab.doctor.fix;

import dev.stoker.job.plan.PlanFile;
import dev.stoker.job.plan.PlanPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The plan that was improved, as a file, with the reason beside each value that changed. */
public final class TunedPlanFile {
    private static final String NAME = "tuned";
    private static final String ENDING = ".yaml";

    private TunedPlanFile() {}

    /** Writes it; paths in it are absolute, so that it means the same in any folder. */
    public static void write(Path file, FixResult result) {
        PlanFile.write(file, PlanPaths.absolute(result.plan()), result.reasons(), List.of());
    }

    /** A name in a folder that is not taken. */
    public static Path freeName(Path folder) {
        Path file = folder.resolve(NAME + ENDING);
        for (int number = 2; Files.exists(file); number++) {
            file = folder.resolve("%s-%d%s".formatted(NAME, number, ENDING));
        }
        return file;
    }
}
