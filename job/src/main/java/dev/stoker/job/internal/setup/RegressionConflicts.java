package dev.stoker.job.internal.setup;

import dev.stoker.data.label.TargetValues;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.plan.LossOptions.LossName;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.evaluation.SelectionMetric;
import java.util.EnumSet;
import java.util.Set;

/** What a run that learns to predict numbers cannot do. */
final class RegressionConflicts {
    private static final Set<SelectionMetric> METRICS = EnumSet.of(SelectionMetric.ACCURACY, SelectionMetric.LOSS);

    private RegressionConflicts() {}

    static void refuse(Plan plan, LabeledDataset stored) {
        TargetConflicts.refuse(
                stored.targets().filter(TargetValues.class::isInstance).isEmpty(),
                "task regression is for a table or a list of images with a column of numbers, and %s is neither; remove"
                                .formatted(stored.name())
                        + " it",
                "task");
        TargetConflicts.refuseByClass(plan, "regression has");
        TargetConflicts.refuse(
                plan.regularization().labelSmoothing() > 0,
                "regression has no classes over which a part of a target could be spread; remove label-smoothing",
                "label-smoothing");
        TargetConflicts.refuse(
                plan.compression().teacher().isPresent(),
                "regression has no distribution over classes that could be compared with that of a teacher; remove"
                        + " teacher",
                "teacher");
        TargetConflicts.refuse(
                mixes(plan) && plan.loss().loss().chosen() != LossName.MSE,
                "mixup and cutmix train towards the mean of two targets, which only loss mse does; use it, or remove"
                        + " them",
                "mixup",
                "cutmix",
                "loss");
        refuseMetrics(plan);
    }

    private static boolean mixes(Plan plan) {
        return plan.augmentation().mixup() > 0 || plan.augmentation().cutmix() > 0;
    }

    private static void refuseMetrics(Plan plan) {
        TargetConflicts.refuse(
                !METRICS.contains(plan.evaluation().bestBy()),
                "regression is judged by RMSE or loss; use best-by accuracy, which is RMSE here, or loss",
                "best-by");
        TargetConflicts.refuse(
                plan.progressiveTraining().phasePatience() > 0,
                "regression has no accuracy by which a phase could end early; remove phase-patience",
                "phase-patience");
    }
}
