package dev.stoker.datasets.card;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.data.label.TargetScaling;
import dev.stoker.datasets.Normalization;
import dev.stoker.image.transform.TransformChain;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that a file of weights, or an exported model, says of itself, so that it can be used with nothing else at hand. It is
 * kept as JSON in the file's metadata, under {@link #KEY}.
 *
 * @param model the model's name
 * @param layers the model as YAML on one line; empty where it has layers of a program's own
 * @param classes their names, in the order of the logits; of regression, the names of the targets
 * @param input the shape of what the model sees
 * @param normalization of pixels; empty for a table
 * @param transforms of an image before evaluation; none for a table
 * @param table how cells become values; empty for images
 * @param plan the keys of the run's plan by which it was evaluated and its data divided
 * @param scaling by which outputs become numbers in the units of the data; empty for a classifier
 * @param dividedSamples how many samples were divided into those for training and for validation; empty where both are stored
 */
public record ModelCard(
        String model,
        Optional<String> layers,
        List<String> classes,
        Shape input,
        Optional<Normalization> normalization,
        TransformChain transforms,
        Optional<Table> table,
        Map<String, String> plan,
        Optional<TargetScaling> scaling,
        Optional<Integer> dividedSamples) {
    /** The key in the metadata of a file. */
    public static final String KEY = "stoker.card";

    /** The label column, and the feature columns as YAML on one line with all that was measured. */
    public record Table(String label, String columns) {}

    public ModelCard {
        classes = List.copyOf(classes);
        plan = Map.copyOf(plan);
        int outputs = scaling.map(values -> values.mean().size()).orElse(Math.max(2, classes.size()));
        if (classes.size() != outputs || new HashSet<>(classes).size() < classes.size()) {
            throw new IllegalArgumentException(
                    scaling.isPresent()
                            ? "a mean and a deviation of each target are needed, and different names of them"
                            : "a classifier needs at least 2 classes of different names");
        }
        normalization.ifPresent(values -> check(values, input.channels()));
    }

    /** Of a classifier. */
    public ModelCard(
            String model,
            Optional<String> layers,
            List<String> classes,
            Shape input,
            Optional<Normalization> normalization,
            TransformChain transforms,
            Optional<Table> table,
            Map<String, String> plan,
            Optional<Integer> dividedSamples) {
        this(model, layers, classes, input, normalization, transforms, table, plan, Optional.empty(), dividedSamples);
    }

    private static void check(Normalization values, int channels) {
        boolean valid = values.mean().size() == channels
                && values.standardDeviation().size() == channels
                && values.mean().stream().allMatch(Double::isFinite)
                && values.standardDeviation().stream().allMatch(value -> value > 0 && Double.isFinite(value));
        if (!valid) {
            throw new IllegalArgumentException(
                    "a mean and a standard deviation above 0 are needed for each of %d channels, got %s and %s"
                            .formatted(channels, values.mean(), values.standardDeviation()));
        }
    }

    /** What the model says of a sample. */
    public Task task() {
        if (scaling.isPresent()) {
            return Task.REGRESSION;
        }
        return Boolean.parseBoolean(plan.get("multi-label")) ? Task.MULTI_LABEL : Task.CLASSIFICATION;
    }

    /** The card in the metadata of a file, if it has one; refuses one that is damaged. */
    public static Optional<ModelCard> find(Map<String, String> metadata, Path file) {
        return Optional.ofNullable(metadata.get(KEY)).map(text -> {
            try {
                return CardText.parse(text);
            } catch (IllegalArgumentException | StokerException wrong) {
                throw new StokerException(
                        "the model card of %s cannot be used: %s".formatted(file, wrong.getMessage()), wrong);
            }
        });
    }

    /** The card as metadata of a safetensors or an ONNX file. */
    public Map<String, String> toMetadata() {
        var metadata = new LinkedHashMap<String, String>();
        metadata.put("model", model);
        metadata.put("format", "pt");
        table.ifPresent(columns -> {
            metadata.put("label", columns.label);
            metadata.put("columns", columns.columns);
        });
        metadata.put(KEY, CardText.of(this));
        return metadata;
    }
}
