package dev.stoker.job.setup;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.data.label.LabelSets;
import dev.stoker.data.label.SoftLabels;
import dev.stoker.data.label.TargetValues;
import dev.stoker.data.label.Targets;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.internal.setup.TrainedScaling;
import dev.stoker.job.plan.LossOptions.LossName;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.value.ClassWeightMode;
import dev.stoker.train.step.ClassWeights;
import dev.stoker.train.step.ClassificationLoss;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.MultiLabelLoss;
import dev.stoker.train.step.RegressionLoss;
import dev.stoker.train.step.SoftLabelLoss;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The loss of a plan, or of a program, with the weights of the classes of a dataset.
 *
 * @param note on the weights, in one line; empty where there are none
 */
public record ChosenLoss(Loss loss, Optional<String> note) {
    public static ChosenLoss of(Plan plan, CustomParts parts, LabeledDataset set) {
        if (set.targets().isPresent()) {
            return new ChosenLoss(of(set.targets().get(), plan, parts, set), Optional.empty());
        }
        if (parts.loss().isPresent() || plan.loss().classWeights() instanceof ClassWeightMode.None) {
            return unweighted(plan, parts);
        }
        var weights = weights(plan.loss().classWeights(), set);
        return new ChosenLoss(planned(plan).weighted(weights), Optional.of(note(weights.weights(), set.classes())));
    }

    /** Without a dataset, for measurements in which weights make no difference. */
    public static ChosenLoss unweighted(Plan plan, CustomParts parts) {
        return new ChosenLoss(parts.loss().orElseGet(() -> planned(plan)), Optional.empty());
    }

    private static Loss of(Targets targets, Plan plan, CustomParts parts, LabeledDataset set) {
        return switch (targets) {
            case LabelSets sets -> multiLabel(plan, parts, sets);
            case SoftLabels soft -> softLabels(plan, parts, soft);
            case TargetValues values -> regression(plan, parts, values, set);
        };
    }

    private static Loss multiLabel(Plan plan, CustomParts parts, LabelSets sets) {
        double smoothing = plan.regularization().labelSmoothing();
        return given(
                        parts,
                        MultiLabelLoss.class,
                        "multi-label has losses of its own, Loss.multiLabel and Loss.multiLabelFocal")
                .orElseGet(() -> plan.loss().loss().chosen() == LossName.FOCAL
                        ? Loss.multiLabelFocal(sets, plan.loss().focalGamma(), smoothing)
                        : Loss.multiLabel(sets, smoothing));
    }

    private static Loss softLabels(Plan plan, CustomParts parts, SoftLabels soft) {
        return given(parts, SoftLabelLoss.class, "soft-labels have a loss of their own, Loss.softLabels")
                .orElseGet(() -> Loss.softLabels(soft, plan.regularization().labelSmoothing()));
    }

    private static Loss regression(Plan plan, CustomParts parts, TargetValues values, LabeledDataset set) {
        var scaling = TrainedScaling.of(set).orElseThrow();
        return given(parts, RegressionLoss.class, "regression has losses of its own, such as Loss.squaredError")
                .orElseGet(() -> switch (plan.loss().loss().chosen()) {
                    case MAE -> Loss.absoluteError(values, scaling);
                    case HUBER -> Loss.huber(values, scaling, plan.loss().huberDelta());
                    case MSE, CROSS_ENTROPY, FOCAL, BCE -> Loss.squaredError(values, scaling);
                });
    }

    /** The loss of a program, which must be one of those that know the targets. */
    private static Optional<Loss> given(CustomParts parts, Class<? extends Loss> needed, String why) {
        parts.loss().filter(loss -> !needed.isInstance(loss)).ifPresent(_ -> {
            throw new StokerException(why + ", and the program gives another; remove it").about("loss");
        });
        return parts.loss();
    }

    private static ClassificationLoss planned(Plan plan) {
        double smoothing = plan.regularization().labelSmoothing();
        return switch (plan.loss().loss().orElse(LossName.CROSS_ENTROPY)) {
            case FOCAL -> Loss.focal(plan.loss().focalGamma(), smoothing);
            case BCE -> Loss.binaryCrossEntropy(smoothing);
            // Without a dataset there are no numbers to predict, and a step takes as much memory with this.
            case CROSS_ENTROPY, MSE, MAE, HUBER -> Loss.crossEntropy(smoothing);
        };
    }

    private static ClassWeights weights(ClassWeightMode mode, LabeledDataset set) {
        return switch (mode) {
            case ClassWeightMode.None _ ->
                new ClassWeights(Collections.nCopies(set.classes().size(), 1.0));
            case ClassWeightMode.Balanced _ -> balanced(set);
            case ClassWeightMode.ByName(var byName) -> named(byName, set);
            case ClassWeightMode.ForEach(var each) -> forEach(each, set);
        };
    }

    private static ClassWeights balanced(LabeledDataset set) {
        var images = new long[set.classes().size()];
        Arrays.stream(set.training().labels()).forEach(label -> images[label]++);
        for (int label = 0; label < images.length; label++) {
            if (images[label] == 0) {
                throw wrong(
                        "balanced needs training samples of each class, but %s has none of class '%s'; give weights instead"
                                .formatted(set.name(), set.classes().get(label)));
            }
        }
        return ClassWeights.balanced(images);
    }

    private static ClassWeights named(Map<String, Double> byName, LabeledDataset set) {
        var weights = new ArrayList<>(Collections.nCopies(set.classes().size(), 1.0));
        byName.forEach((name, weight) -> {
            int label = set.classes().indexOf(name);
            if (label < 0) {
                throw wrong("%s has no class '%s'%s"
                        .formatted(set.name(), name, NameSuggestion.didYouMean(name, set.classes())));
            }
            weights.set(label, weight);
        });
        if (weights.stream().allMatch(weight -> weight == 0)) {
            throw wrong("all classes of %s have weight 0, so nothing would be trained; give one of them more"
                    .formatted(set.name()));
        }
        return new ClassWeights(weights);
    }

    private static ClassWeights forEach(List<Double> weights, LabeledDataset set) {
        if (weights.size() != set.classes().size()) {
            throw wrong("%s has %,d classes, but there are %,d weights; give one for each, or name=weight of some"
                    .formatted(set.name(), set.classes().size(), weights.size()));
        }
        return new ClassWeights(weights);
    }

    private static StokerException wrong(String sentence) {
        return new StokerException("class-weights: " + sentence).about("class-weights");
    }

    private static String note(List<Double> weights, List<String> classes) {
        double least = Collections.min(weights);
        double most = Collections.max(weights);
        return "class weights from %.4g (%s) to %.4g (%s)"
                .formatted(least, classes.get(weights.indexOf(least)), most, classes.get(weights.indexOf(most)));
    }
}
