package dev.stoker.job;

import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.train.TrainingObserver;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Writes what was found for the input to the plan of a run, as soon as it is known. */
final class PlanKeeper implements TrainingObserver {
    private final Path file;
    private final Plan plan;
    private final List<String> reasons;
    private final RunResumption resumption;
    private List<String> found = List.of();

    /** {@code reasons} are those that the plan has already. */
    PlanKeeper(Path file, Plan plan, List<String> reasons, RunResumption resumption) {
        this.file = file;
        this.plan = plan;
        this.reasons = reasons;
        this.resumption = resumption;
    }

    @Override
    public void afterStep(long step) {
        resumption.trained();
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
