package dev.stoker.job.predict;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.setup.OpenedData;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The samples of some data that a model is evaluated on. Close it.
 *
 * @param stored the data as it is stored
 * @param splits of which the samples are
 * @param name what they are, in words
 */
record EvaluatedData(LabeledDataset stored, List<DatasetSplit> splits, String name) implements AutoCloseable {

    /** {@code plan} names the data and says how the run has divided its own. */
    static EvaluatedData open(ModelCard card, Plan plan, EvaluatedPart part) {
        var stored = OpenedData.stored(plan);
        try {
            return of(card, plan, stored, part);
        } catch (RuntimeException failure) {
            stored.close();
            throw failure;
        }
    }

    private static EvaluatedData of(ModelCard card, Plan plan, LabeledDataset stored, EvaluatedPart part) {
        return switch (part) {
            case AUTO -> automatic(card, plan, stored);
            case TRAIN -> {
                var divided = OpenedData.divided(plan, stored);
                yield one(stored, divided.dataset().training(), "training split");
            }
            case VALIDATION -> validation(plan, stored);
            case TEST ->
                stored.test()
                        .map(split -> one(stored, split, "test split"))
                        .orElseThrow(() -> new StokerException(
                                        "%s has no test split; evaluate on validation, train or all of it"
                                                .formatted(stored.name()))
                                .about("split"));
            case ALL -> all(stored);
        };
    }

    private static EvaluatedData automatic(ModelCard card, Plan plan, LabeledDataset stored) {
        if (stored.test().isPresent()) {
            return of(card, plan, stored, EvaluatedPart.TEST);
        }
        boolean isDividedOnly =
                stored instanceof TableDataset || stored.validation().isEmpty();
        if (!isDividedOnly) {
            return one(stored, stored.validation().orElseThrow(), "validation split");
        }
        return card.dividedSamples().equals(Optional.of(stored.samplesToDivide()))
                ? validation(plan, stored)
                : all(stored);
    }

    private static EvaluatedData validation(Plan plan, LabeledDataset stored) {
        var divided = OpenedData.divided(plan, stored);
        return one(
                stored,
                divided.dataset().validation().orElseThrow(),
                "validation split" + divided.origin().map(" (%s)"::formatted).orElse(""));
    }

    private static EvaluatedData one(LabeledDataset stored, DatasetSplit split, String name) {
        return new EvaluatedData(stored, List.of(split), name);
    }

    private static EvaluatedData all(LabeledDataset stored) {
        var splits = Stream.of(Optional.of(stored.training()), stored.validation(), stored.test())
                .flatMap(Optional::stream)
                .toList();
        return new EvaluatedData(stored, splits, "all samples");
    }

    @Override
    public void close() {
        stored.close();
    }
}
