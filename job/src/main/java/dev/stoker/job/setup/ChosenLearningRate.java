package dev.stoker.job.setup;

import dev.stoker.job.plan.Plan;
import dev.stoker.job.tune.LearningRateReport;
import dev.stoker.job.tune.TuningObserver;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.train.Checkpoints;
import java.util.List;
import java.util.Optional;

/**
 * Seventh stage: the learning rate, found by a range test where the plan leaves it open.
 *
 * @param plan with a learning rate
 * @param report of the range test, where there was one
 */
public record ChosenLearningRate(Plan plan, Optional<LearningRateReport> report) {
    public static ChosenLearningRate of(Plan plan, TrainerFactory trainers, TuningObserver observer) {
        if (!plan.learningRate().lr().isAuto()) {
            return new ChosenLearningRate(plan, Optional.empty());
        }
        var report = rangeTest(plan, trainers, observer);
        return new ChosenLearningRate(report.applied(plan), Optional.of(report));
    }

    /** The range test of a plan, whatever its learning rate; its trainer is closed before that of the run is created. */
    public static LearningRateReport rangeTest(Plan plan, TrainerFactory trainers, TuningObserver observer) {
        var any = plan.with(plan.learningRate().withLr(plan.learningRate().lrFrom()));
        var checkpoints = Checkpoints.none();
        try (var trainer = trainers.create(any, Trace.OFF, checkpoints, List.of())) {
            return LearningRateReport.of(plan, trainers.device(), trainer, observer);
        }
    }
}
