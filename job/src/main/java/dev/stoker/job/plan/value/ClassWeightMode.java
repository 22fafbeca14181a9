package dev.stoker.job.plan.value;

import dev.stoker.job.plan.Plan;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The weights of classes in the loss: {@code none}, {@code balanced}, weights by name such as {@code cat=2,dog=0.5}, or a
 * number for each class.
 */
public sealed interface ClassWeightMode {
    String EXPECTED = "none, balanced, weights such as 'cat=2,dog=0.5', or one number per class such as '1,2,0.5'";

    /** All classes count the same. */
    record None() implements ClassWeightMode {
        @Override
        public String toString() {
            return Plan.NONE;
        }
    }

    /** Every class counts as much as any other, however many images it has. */
    record Balanced() implements ClassWeightMode {
        @Override
        public String toString() {
            return "balanced";
        }
    }

    /** The weights of some classes; others count by 1. */
    record ByName(Map<String, Double> weights) implements ClassWeightMode {
        public ByName {
            weights = Collections.unmodifiableMap(new LinkedHashMap<>(weights));
        }

        @Override
        public String toString() {
            return weights.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining(","));
        }
    }

    /** The weight of each class, in their order. */
    record ForEach(List<Double> weights) implements ClassWeightMode {
        public ForEach {
            weights = List.copyOf(weights);
        }

        @Override
        public String toString() {
            return weights.stream().map(weight -> Double.toString(weight)).collect(Collectors.joining(","));
        }
    }

    static ClassWeightMode parse(String text) {
        return switch (text) {
            case Plan.NONE -> new None();
            case "balanced" -> new Balanced();
            default -> text.contains("=") ? byName(text.split(",", -1)) : forEach(text.split(",", -1));
        };
    }

    private static ClassWeightMode byName(String[] parts) {
        var weights = new LinkedHashMap<String, Double>();
        for (String part : parts) {
            int equals = part.lastIndexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(EXPECTED);
            }
            String name = part.substring(0, equals).strip();
            if (weights.put(name, weight(part.substring(equals + 1))) != null) {
                throw new IllegalArgumentException("one weight for class '%s'".formatted(name));
            }
        }
        return new ByName(weights);
    }

    private static ClassWeightMode forEach(String[] parts) {
        var weights = Arrays.stream(parts).map(ClassWeightMode::weight).toList();
        if (weights.stream().allMatch(weight -> weight == 0)) {
            throw new IllegalArgumentException("above 0 for at least one class");
        }
        return new ForEach(weights);
    }

    private static Double weight(String text) {
        double weight = number(text.strip());
        if (!(weight >= 0 && Double.isFinite(weight))) {
            throw new IllegalArgumentException("weights of at least 0");
        }
        return weight;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(EXPECTED, wrong);
        }
    }
}
