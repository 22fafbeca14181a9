package dev.stoker.data.example;

import dev.stoker.core.NameSuggestion;
import java.util.List;

/** The features to read from examples; all others are skipped. */
public record ExampleSchema(List<Feature> features) {
    public ExampleSchema {
        features = List.copyOf(features);
        long distinct = features.stream().map(Feature::name).distinct().count();
        if (distinct < features.size()) {
            throw new IllegalArgumentException("features need different names, got %s".formatted(namesOf(features)));
        }
    }

    public static ExampleSchema of(Feature... features) {
        return new ExampleSchema(List.of(features));
    }

    /** The index of a feature, by which rows return it. */
    public int index(String name) {
        int index = namesOf(features).indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("the schema has no feature %s%s"
                    .formatted(name, NameSuggestion.didYouMean(name, namesOf(features))));
        }
        return index;
    }

    private static List<String> namesOf(List<Feature> features) {
        return features.stream().map(Feature::name).toList();
    }
}
