package dev.stoker.job.plan.value;

import dev.stoker.job.plan.Plan;
import java.util.Arrays;
import java.util.List;

/** Names of features or numbers in their place, such as {@code height,width,3}; {@code none} as text for no names. */
public record FeatureNames(List<String> names) {
    public FeatureNames {
        names = List.copyOf(names);
        if (names.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("names of features separated by commas, or none");
        }
    }

    public static FeatureNames parse(String text) {
        return new FeatureNames(
                text.equals(Plan.NONE)
                        ? List.of()
                        : Arrays.stream(text.split(",", -1)).map(String::strip).toList());
    }

    @Override
    public String toString() {
        return names.isEmpty() ? Plan.NONE : String.join(",", names);
    }
}
