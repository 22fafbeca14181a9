package dev.stoker.job.predict;

import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.setup.ChosenPrecision;
import dev.stoker.tensor.Device;
import dev.stoker.train.step.Precision;
import java.nio.file.Path;

/** The plan by which a model is used: that of its card, with what was asked for in its place. */
final class EvaluationPlan {
    private EvaluationPlan() {}

    static Plan of(ModelCard card, PredictorSettings settings, Path file) {
        Plan plan = Plan.DEFAULTS;
        for (var entry : card.plan().entrySet()) {
            try {
                plan = plan.with(entry.getKey(), entry.getValue());
            } catch (StokerException wrong) {
                throw new StokerException(
                        "the model card of %s cannot be used: %s".formatted(file, wrong.getMessage()), wrong);
            }
        }
        for (var entry : settings.keys().entrySet()) {
            plan = plan.with(entry.getKey(), entry.getValue());
        }
        return plan;
    }

    /** For other data, with columns of a table as they were when the model was trained. */
    static Plan on(Plan plan, ModelCard card, String data) {
        var other = plan.with(plan.data().withData(data));
        return card.table()
                .filter(_ -> TableDataset.isTable(data))
                .map(table -> other.with(other.data().withColumns(table.label(), table.columns())))
                .orElseGet(() -> ofTargets(other, card));
    }

    /** A list of images has its numbers in columns with the names of the targets; one without titles has no names. */
    private static Plan ofTargets(Plan plan, ModelCard card) {
        boolean named = card.task() == Task.REGRESSION
                && !card.classes().equals(Datasets.UNNAMED_TARGETS)
                && Datasets.isList(plan.data().data());
        return named ? plan.with(plan.data().withLabel(String.join(",", card.classes()))) : plan;
    }

    /** That of the plan; where only the card asks for it and the device has it not, 32 bits. */
    static Precision precision(Plan plan, PredictorSettings settings, Device device) {
        try {
            return ChosenPrecision.of(plan.step().precision(), device).precision();
        } catch (StokerException unavailable) {
            if (settings.keys().containsKey("precision")) {
                throw unavailable;
            }
            return Precision.FP32;
        }
    }
}
