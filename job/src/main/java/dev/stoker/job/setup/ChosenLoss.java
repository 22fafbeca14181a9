package dev.stoker.job.setup;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.data.LabelSets;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.value.ClassWeightMode;
import dev.stoker.train.step.ClassWeights;
import dev.stoker.train.step.ClassificationLoss;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.MultiLabelLoss;
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
        if (set.labelSets().isPresent()) {
            return new ChosenLoss(multiLabel(plan, parts, set.labelSets().get()), Optional.empty());
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

    private static Loss multiLabel(Plan plan, CustomParts parts, LabelSets sets) {
        parts.loss().filter(given -> !(given instanceof MultiLabelLoss)).ifPresent(_ -> {
            throw new StokerException(
                            "multi-label has losses of its own, Loss.multiLabel and Loss.multiLabelFocal, and the"
                                    + " program gives another; remove it")
                    .about("multi-label");
        });
        double smoothing = plan.regularization().labelSmoothing();
        return parts.loss().orElseGet(() -> switch (plan.loss().loss()) {
            case CROSS_ENTROPY, BCE -> Loss.multiLabel(sets, smoothing);
            case FOCAL -> Loss.multiLabelFocal(sets, plan.loss().focalGamma(), smoothing);
        });
    }

    private static ClassificationLoss planned(Plan plan) {
        double smoothing = plan.regularization().labelSmoothing();
        return switch (plan.loss().loss()) {
            case CROSS_ENTROPY -> Loss.crossEntropy(smoothing);
            case FOCAL -> Loss.focal(plan.loss().focalGamma(), smoothing);
            case BCE -> Loss.binaryCrossEntropy(smoothing);
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
