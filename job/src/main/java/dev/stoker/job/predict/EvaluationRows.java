package dev.stoker.job.predict;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.data.Rows;
import dev.stoker.data.label.LabelSets;
import dev.stoker.data.label.SoftLabels;
import dev.stoker.data.label.TargetValues;
import dev.stoker.data.label.Targets;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.image.transform.CompiledTransformChain;
import dev.stoker.train.step.Loss;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The rows of a split as a model takes them, with labels that are the model's: classes are matched by name. */
record EvaluationRows(ModelCard card, Path file) {
    private static final int SHOWN = 10;

    /** Rows of targets are looked up where the loss is computed, and keep their numbers. */
    Rows<?> of(LabeledDataset set, DatasetSplit split, Supplier<CompiledTransformChain> transforms) {
        return of(
                set, split, transforms, () -> set.targets().isPresent() ? Optional.empty() : Optional.of(labels(set)));
    }

    /** With one class for each sample where it has one, of soft labels the most probable, for those who know no targets. */
    Rows<?> ofClasses(LabeledDataset set, DatasetSplit split, Supplier<CompiledTransformChain> transforms) {
        if (set.targets().orElse(null) instanceof SoftLabels soft) {
            return of(set, split, transforms, () -> Optional.of(mostProbable(set, soft)));
        }
        return of(set, split, transforms);
    }

    private int[] mostProbable(LabeledDataset set, SoftLabels soft) {
        int[] known = labels(set);
        return IntStream.range(0, soft.size())
                .map(row -> known[soft.mostProbable(row)])
                .toArray();
    }

    /** Labels are asked for last: where shapes differ, that is what there is to say. */
    private Rows<?> of(
            LabeledDataset set,
            DatasetSplit split,
            Supplier<CompiledTransformChain> transforms,
            Supplier<Optional<int[]>> labels) {
        boolean isEncoded =
                card.table().isEmpty() && split.evaluationTransforms().isPresent();
        if (!isEncoded) {
            refuseOtherShape(set);
        }
        return isEncoded
                ? relabeled(split.evaluationRows(transforms.get()), labels.get())
                : relabeled(split.evaluationRows(), labels.get());
    }

    private void refuseOtherShape(LabeledDataset set) {
        if (!set.shape().equals(card.input())
                || set.format().type().isFloating() != card.table().isPresent()) {
            throw new StokerException("%s holds samples of %s (%s), but the model in %s takes %s"
                    .formatted(set.name(), set.shape(), set.format().type(), file, card.input()));
        }
    }

    private int[] labels(LabeledDataset set) {
        var known = new HashMap<String, Integer>();
        card.classes().forEach(name -> known.put(name, known.size()));
        return set.classes().stream().mapToInt(name -> label(set, name, known)).toArray();
    }

    private int label(LabeledDataset set, String name, Map<String, Integer> known) {
        var label = known.get(name);
        if (label == null) {
            throw new StokerException("%s has the %s '%s', which the model in %s does not know%s; it knows %s"
                    .formatted(
                            set.name(),
                            card.scaling().isPresent() ? "target" : "class",
                            name,
                            file,
                            NameSuggestion.didYouMean(name, card.classes()),
                            some(card.classes())));
        }
        return label;
    }

    private static String some(List<String> names) {
        return String.join(", ", names.subList(0, Math.min(SHOWN, names.size())))
                + (names.size() > SHOWN ? ", … (%d classes)".formatted(names.size()) : "");
    }

    /** The loss that evaluations on a dataset report. */
    Loss loss(LabeledDataset set) {
        return set.targets().map(targets -> loss(set, targets)).orElseGet(() -> Loss.crossEntropy(0));
    }

    private Loss loss(LabeledDataset set, Targets targets) {
        int count = card.classes().size();
        return switch (targets) {
            case LabelSets sets -> Loss.multiLabel(sets.relabeled(labels(set), count), 0);
            case SoftLabels soft -> Loss.softLabels(soft.relabeled(labels(set), count), 0);
            case TargetValues values -> {
                refuseOtherTargets(set);
                yield Loss.squaredError(
                        values.reordered(labels(set)), card.scaling().orElseThrow());
            }
        };
    }

    private void refuseOtherTargets(LabeledDataset set) {
        if (card.scaling().isEmpty() || set.classes().size() != card.classes().size()) {
            throw new StokerException("%s has numbers for %s, but the model in %s predicts %s"
                    .formatted(set.name(), some(set.classes()), file, some(card.classes())));
        }
    }

    private static <T> Rows<T> relabeled(Rows<T> rows, Optional<int[]> labels) {
        return labels.map(numbers -> relabeled(rows, numbers)).orElse(rows);
    }

    private static <T> Rows<T> relabeled(Rows<T> rows, int[] labels) {
        return new Rows<>(
                rows.elements(),
                rows.rowBytes(),
                rows.seed(),
                (element, row, worker) -> labels[Math.toIntExact(rows.writer().write(element, row, worker))]);
    }
}
