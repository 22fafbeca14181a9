package dev.stoker.job.internal.run;

import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.train.TrainingObserver;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes what was found for the input to the plan of a run, as soon as it is known. */
public final class PlanKeeper implements TrainingObserver {
    private final Path file;
    private final Plan plan;
    private final List<String> reasons;
    private List<String> found = List.of();

    /** {@code reasons} are those that the plan has already. */
    public PlanKeeper(Path file, Plan plan, List<String> reasons) {
        this.file = file;
        this.plan = plan;
        this.reasons = reasons;
    }

    @Override
    public void epochFinished(EpochReport report) {
        var decisions = report.input().decisions();
        if (!decisions.equals(found)) {
            found = decisions;
            PlanFile.write(
                    file,
                    plan,
                    Stream.concat(reasons.stream(), decisions.stream()).toList());
        }
    }
}
