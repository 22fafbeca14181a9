package dev.stoker.job.predict;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.data.Rows;
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

/** The rows of a split as a model takes them, with labels that are the model's: classes are matched by name. */
record EvaluationRows(ModelCard card, Path file) {
    private static final int SHOWN = 10;

    Rows<?> of(LabeledDataset set, DatasetSplit split, Supplier<CompiledTransformChain> transforms) {
        boolean isEncoded =
                card.table().isEmpty() && split.evaluationTransforms().isPresent();
        if (!isEncoded) {
            refuseOtherShape(set);
        }
        // Sets of labels are looked up where the loss is computed, and keep their numbers.
        var labels = set.labelSets().isPresent() ? Optional.<int[]>empty() : Optional.of(labels(set));
        return isEncoded
                ? relabeled(split.evaluationRows(transforms.get()), labels)
                : relabeled(split.evaluationRows(), labels);
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
            throw new StokerException("%s has the class '%s', which the model in %s does not know%s; it knows %s"
                    .formatted(
                            set.name(),
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
        return set.labelSets()
                .map(sets -> sets.relabeled(labels(set), card.classes().size()))
                .map(sets -> Loss.multiLabel(sets, 0))
                .orElseGet(() -> Loss.crossEntropy(0));
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
