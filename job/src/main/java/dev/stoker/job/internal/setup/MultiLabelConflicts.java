package dev.stoker.job.internal.setup;

import dev.stoker.data.label.LabelSets;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.evaluation.SelectionMetric;
import java.util.EnumSet;
import java.util.Set;

/** What a run on samples with any number of classes cannot do. */
final class MultiLabelConflicts {
    private static final Set<SelectionMetric> METRICS =
            EnumSet.of(SelectionMetric.ACCURACY, SelectionMetric.LOSS, SelectionMetric.MACRO_F1);

    private MultiLabelConflicts() {}

    static void refuse(Plan plan, LabeledDataset stored) {
        TargetConflicts.refuse(
                stored.targets().filter(LabelSets.class::isInstance).isEmpty(),
                "multi-label is for a list of images with a column of labels, and %s is none; remove it"
                        .formatted(stored.name()),
                "multi-label",
                "task");
        TargetConflicts.refuseByClass(plan, "multi-label has");
        TargetConflicts.refuse(
                plan.compression().teacher().isPresent(),
                "multi-label has no distribution over classes that could be compared with that of a teacher; remove"
                        + " teacher",
                "teacher");
        TargetConflicts.refuse(
                !METRICS.contains(plan.evaluation().bestBy()),
                "multi-label is judged by mAP, macro-f1 or loss; use best-by accuracy, which is mAP here, or one of the"
                        + " others",
                "best-by");
    }
}
