package dev.stoker.job.internal.setup;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.plan.InputPipelineOptions;
import dev.stoker.job.plan.PhasePlan;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.value.ClassWeightMode;
import dev.stoker.train.evaluation.SelectionMetric;
import java.util.EnumSet;
import java.util.Set;

/** What a run on samples with any number of classes cannot do. */
public final class MultiLabelConflicts {
    private static final Set<SelectionMetric> METRICS =
            EnumSet.of(SelectionMetric.ACCURACY, SelectionMetric.LOSS, SelectionMetric.MACRO_F1);

    private MultiLabelConflicts() {}

    public static void refuse(Plan plan, LabeledDataset stored) {
        if (!plan.imageSource().multiLabel()) {
            return;
        }
        refuse(
                stored.labelSets().isEmpty(),
                "is for a list of images with a column of labels, and %s is none; remove it".formatted(stored.name()),
                "multi-label");
        refuse(
                !(plan.loss().classWeights() instanceof ClassWeightMode.None),
                "has no one class of an image by which it could be weighted; remove class-weights",
                "class-weights");
        refuse(
                plan.inputPipeline().sampling() == InputPipelineOptions.SamplingMode.BALANCED,
                "has no one class of an image by which it could be sampled; remove sampling",
                "sampling");
        refuse(
                plan.compression().teacher().isPresent(),
                "has no distribution over classes that could be compared with that of a teacher; remove teacher",
                "teacher");
        refuse(
                !METRICS.contains(plan.evaluation().bestBy()),
                "is judged by mAP, macro-f1 or loss; use best-by accuracy, which is mAP here, or one of the others",
                "best-by");
        refuse(
                plan.phases().stream().anyMatch(MultiLabelConflicts::isSubset),
                "has no one class of an image by which a phase could select it; remove sample and classes from the"
                        + " phases",
                "progressive",
                "phases");
    }

    private static boolean isSubset(PhasePlan phase) {
        return phase.share() < 1 || phase.classes().isPresent();
    }

    private static void refuse(boolean conflict, String why, String... keys) {
        if (conflict) {
            throw new StokerException("multi-label " + why).about(keys);
        }
    }
}
