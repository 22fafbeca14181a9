package dev.stoker.job.internal.setup;

import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.data.label.SoftLabels;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.plan.InputPipelineOptions;
import dev.stoker.job.plan.LossOptions.LossName;
import dev.stoker.job.plan.PhasePlan;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.value.ClassWeightMode;
import java.util.Locale;

/** What a run cannot do because of what its samples are trained towards. */
public final class TargetConflicts {
    private TargetConflicts() {}

    /** {@code plan} has the task of the dataset, and a loss. */
    public static void refuse(Plan plan, LabeledDataset stored) {
        refuseLoss(plan);
        switch (plan.task()) {
            case CLASSIFICATION -> refuseSoftLabels(plan, stored);
            case MULTI_LABEL -> MultiLabelConflicts.refuse(plan, stored);
            case REGRESSION -> RegressionConflicts.refuse(plan, stored);
        }
    }

    private static void refuseLoss(Plan plan) {
        var loss = plan.loss().loss().chosen();
        if (!loss.isFor(plan.task())) {
            throw new StokerException("loss %s is not for %s; use %s"
                            .formatted(
                                    loss.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                                    plan.task().title(),
                                    plan.task() == Task.REGRESSION
                                            ? "mse, mae or huber"
                                            : "cross-entropy, focal or bce, or task regression"))
                    .about("loss", "task");
        }
    }

    private static void refuseSoftLabels(Plan plan, LabeledDataset stored) {
        if (!plan.data().softLabels()) {
            return;
        }
        refuse(
                stored.targets().filter(SoftLabels.class::isInstance).isEmpty(),
                "soft-labels are for a table or a list of images with a column of labels, and %s is neither; remove it"
                        .formatted(stored.name()),
                "soft-labels");
        refuse(
                plan.loss().loss().chosen() != LossName.CROSS_ENTROPY,
                "soft-labels are trained with cross entropy; remove loss",
                "loss");
        refuseByClass(plan, "soft-labels have");
    }

    /** What needs the one class of a sample. */
    static void refuseByClass(Plan plan, String who) {
        refuse(
                !(plan.loss().classWeights() instanceof ClassWeightMode.None),
                who + " no one class of a sample by which it could be weighted; remove class-weights",
                "class-weights");
        refuse(
                plan.inputPipeline().sampling() == InputPipelineOptions.SamplingMode.BALANCED,
                who + " no one class of a sample by which it could be sampled; remove sampling",
                "sampling");
        refuse(
                plan.phases().stream().anyMatch(TargetConflicts::isSubset),
                who + " no one class of a sample by which a phase could select it; remove sample and classes from the"
                        + " phases",
                "progressive",
                "phases");
    }

    private static boolean isSubset(PhasePlan phase) {
        return phase.share() < 1 || phase.classes().isPresent();
    }

    static void refuse(boolean conflict, String sentence, String... keys) {
        if (conflict) {
            throw new StokerException(sentence).about(keys);
        }
    }
}
