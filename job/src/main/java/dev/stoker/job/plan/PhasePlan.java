package dev.stoker.job.plan;

import java.util.ArrayList;
import java.util.Map;
import java.util.OptionalInt;

/** A phase as the plan wants it: how many epochs, and the levers that are set in it. */
public record PhasePlan(int epochs, Map<Lever, Double> levers) {
    public PhasePlan {
        levers = Map.copyOf(levers);
    }

    public OptionalInt side() {
        return whole(Lever.RESIZE);
    }

    public OptionalInt classes() {
        return whole(Lever.CLASSES);
    }

    public OptionalInt batch() {
        return whole(Lever.BATCH);
    }

    public double share() {
        return levers.getOrDefault(Lever.SAMPLE, 1.0);
    }

    public double strength() {
        return levers.getOrDefault(Lever.AUGMENT, 1.0);
    }

    private OptionalInt whole(Lever lever) {
        Double value = levers.get(lever);
        return value == null ? OptionalInt.empty() : OptionalInt.of(value.intValue());
    }

    /** For people. */
    public String title() {
        var parts = new ArrayList<String>();
        for (var lever : Lever.values()) {
            Double value = levers.get(lever);
            if (value != null) {
                parts.add(
                        switch (lever) {
                            case RESIZE -> "%.0f px".formatted(value);
                            case SAMPLE -> "%.4g %% of the pictures".formatted(100 * value);
                            case CLASSES -> "%.0f classes".formatted(value);
                            case AUGMENT -> "augmentation %.2f".formatted(value);
                            case BATCH -> "batch %.0f".formatted(value);
                        });
            }
        }
        return parts.isEmpty() ? "as planned" : String.join(", ", parts);
    }
}
