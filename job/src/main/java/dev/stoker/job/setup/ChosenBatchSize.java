package dev.stoker.job.setup;

import dev.stoker.job.plan.Plan;
import dev.stoker.job.tune.BatchSizeReport;
import dev.stoker.job.tune.TuningObserver;
import java.util.Optional;

/**
 * Third stage: the batch size, searched for where the plan leaves it open.
 *
 * @param plan with a batch size
 * @param report of the search, where there was one
 */
public record ChosenBatchSize(Plan plan, Optional<BatchSizeReport> report) {
    public static ChosenBatchSize of(OpenedData data, BuiltModel built, TuningObserver observer) {
        var plan = built.plan();
        if (!plan.training().batch().isAuto() || plan.training().globalBatch().isPresent()) {
            return new ChosenBatchSize(plan, Optional.empty());
        }
        var report = BatchSizeReport.of(plan, data.parts(), built.model(), data.device(), data.dataset(), observer);
        return new ChosenBatchSize(report.applied(plan), Optional.of(report));
    }

    /** With the batch of so many ranks together. */
    public ChosenBatchSize onRanks(int world) {
        return new ChosenBatchSize(plan.with(plan.training().onRanks(world)), report);
    }
}
