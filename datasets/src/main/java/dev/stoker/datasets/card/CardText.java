package dev.stoker.datasets.card;

import dev.stoker.core.Shape;
import dev.stoker.data.label.TargetScaling;
import dev.stoker.datasets.Normalization;
import dev.stoker.telemetry.log.Json;
import dev.stoker.telemetry.log.JsonReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A model card as JSON on one line. */
final class CardText {
    private static final long VERSION = 1;

    private CardText() {}

    static String of(ModelCard card) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("version", VERSION);
        fields.put("model", card.model());
        fields.put("classes", card.classes());
        var input = card.input();
        fields.put("input", List.of(input.height(), input.width(), input.channels()));
        card.normalization().ifPresent(values -> {
            fields.put("mean", values.mean());
            fields.put("std", values.standardDeviation());
        });
        fields.put("transforms", TransformText.of(card.transforms()));
        card.table().ifPresent(table -> {
            fields.put("label", table.label());
            fields.put("columns", table.columns());
        });
        fields.put("plan", sorted(card.plan()));
        card.scaling().ifPresent(scaling -> {
            fields.put("target_mean", scaling.mean());
            fields.put("target_std", scaling.deviation());
        });
        card.dividedSamples().ifPresent(count -> fields.put("divided_samples", count));
        card.layers().ifPresent(layers -> fields.put("layers", layers));
        return Json.write(fields);
    }

    /** Equal cards have equal texts. */
    private static Map<String, Object> sorted(Map<String, String> keys) {
        var sorted = new LinkedHashMap<String, Object>();
        keys.keySet().stream().sorted().forEach(key -> sorted.put(key, keys.getOrDefault(key, "")));
        return sorted;
    }

    /** Throws IllegalArgumentException with the reason where the text is no card. */
    static ModelCard parse(String text) {
        var fields = new CardFields(JsonReader.read(text));
        long version = fields.number("version");
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "it has version %d, and this Stoker reads version %d; use a newer one".formatted(version, VERSION));
        }
        return new ModelCard(
                fields.text("model"),
                fields.optionalText("layers"),
                fields.texts("classes"),
                shape(fields.wholeNumbers("input")),
                normalization(fields),
                TransformText.parse(fields.objects("transforms")),
                table(fields),
                fields.textMap("plan"),
                scaling(fields),
                fields.optionalNumber("divided_samples"));
    }

    private static Shape shape(List<Integer> sides) {
        if (sides.size() != 3) {
            throw new IllegalArgumentException("input is height, width and channels, got " + sides);
        }
        var shape = new Shape(sides.get(0), sides.get(1), sides.get(2));
        if ((long) shape.height() * shape.width() > 1 << 28 || shape.channels() > 1 << 20) {
            throw new IllegalArgumentException("an input of %s is too large".formatted(shape));
        }
        return shape;
    }

    private static Optional<Normalization> normalization(CardFields fields) {
        return fields.has("mean")
                ? Optional.of(new Normalization(fields.numbers("mean"), fields.numbers("std")))
                : Optional.empty();
    }

    private static Optional<TargetScaling> scaling(CardFields fields) {
        return fields.has("target_mean")
                ? Optional.of(new TargetScaling(fields.numbers("target_mean"), fields.numbers("target_std")))
                : Optional.empty();
    }

    private static Optional<ModelCard.Table> table(CardFields fields) {
        return fields.optionalText("columns").map(columns -> new ModelCard.Table(fields.text("label"), columns));
    }
}
