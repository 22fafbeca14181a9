package dev.stoker.job.internal.setup;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.datasets.DividedDataset;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.Normalization;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.Resize;
import dev.stoker.image.transform.TransformChain;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.job.setup.OpenedData;
import dev.stoker.nn.Model;
import dev.stoker.nn.definition.ModelDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the model card of a run. */
public final class ModelCards {
    /** What evaluations depend on besides the data: not its place, so that the same images give the same file. */
    private static final List<String> KEYS = List.of(
            "precision",
            "deterministic",
            "tta",
            "seed",
            "validation",
            "folds",
            "fold",
            "multi-label",
            "task",
            "soft-labels");

    private ModelCards() {}

    /** {@code batch} is the batch size of evaluations. */
    public static ModelCard of(Plan plan, OpenedData data, Model model, int batch) {
        var set = data.dataset();
        var table = set instanceof TableDataset rows
                ? Optional.of(new ModelCard.Table(rows.label(), YamlWriter.line(rows.definition())))
                : Optional.<ModelCard.Table>empty();
        return new ModelCard(
                model.name(),
                layers(model),
                set.classes(),
                model.input(),
                set instanceof ImageDataset images
                        ? Optional.of(images.normalization())
                        : Optional.<Normalization>empty(),
                table.isPresent() ? TransformChain.none() : transforms(set, model.input()),
                table,
                keys(plan, batch),
                TrainedScaling.of(set),
                dividedSamples(data));
    }

    /** Images that are stored as pixels have the right size already; other images are resized to it. */
    private static TransformChain transforms(LabeledDataset set, Shape shape) {
        return set.training()
                .evaluationTransforms()
                .orElseGet(() -> TransformChain.of(new Resize(shape.height(), shape.width(), Interpolation.AREA)));
    }

    /** A table is divided when it is read. */
    private static Optional<Integer> dividedSamples(OpenedData data) {
        boolean isDivided = data.table().isPresent()
                || data.divided()
                        .origin()
                        .filter(origin -> !origin.equals(DividedDataset.TEST_AS_VALIDATION))
                        .isPresent();
        return isDivided ? Optional.of(data.stored().samplesToDivide()) : Optional.empty();
    }

    private static Optional<String> layers(Model model) {
        try {
            return Optional.of(YamlWriter.line(ModelDefinition.write(model)));
        } catch (StokerException _) {
            return Optional.empty(); // a layer of a program's own
        }
    }

    private static Map<String, String> keys(Plan plan, int batch) {
        var keys = new LinkedHashMap<String, String>();
        KEYS.forEach(name -> keys.put(name, PlanKey.named(name).text(plan)));
        keys.put("batch", Integer.toString(batch));
        return keys;
    }
}
