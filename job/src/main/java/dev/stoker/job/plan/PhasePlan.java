package dev.stoker.job.plan;

import java.util.ArrayList;
import java.util.Map;
import java.util.OptionalInt;

/** A phase of a plan: its number of epochs, and the phase parameters that it sets. */
public record PhasePlan(int epochs, Map<PhaseParameter, Double> parameters) {
    public PhasePlan {
        parameters = Map.copyOf(parameters);
    }

    public OptionalInt side() {
        return whole(PhaseParameter.RESIZE);
    }

    public OptionalInt classes() {
        return whole(PhaseParameter.CLASSES);
    }

    public OptionalInt batch() {
        return whole(PhaseParameter.BATCH);
    }

    public double share() {
        return parameters.getOrDefault(PhaseParameter.SAMPLE, 1.0);
    }

    public double strength() {
        return parameters.getOrDefault(PhaseParameter.AUGMENT, 1.0);
    }

    private OptionalInt whole(PhaseParameter parameter) {
        Double value = parameters.get(parameter);
        return value == null ? OptionalInt.empty() : OptionalInt.of(value.intValue());
    }

    /** For people. */
    public String title() {
        var parts = new ArrayList<String>();
        for (var parameter : PhaseParameter.values()) {
            Double value = parameters.get(parameter);
            if (value != null) {
                parts.add(
                        switch (parameter) {
                            case RESIZE -> "%.0f px".formatted(value);
                            case SAMPLE -> "%.4g %% of the images".formatted(100 * value);
                            case CLASSES -> "%.0f classes".formatted(value);
                            case AUGMENT -> "augmentation %.2f".formatted(value);
                            case BATCH -> "batch %.0f".formatted(value);
                        });
            }
        }
        return parts.isEmpty() ? "as planned" : String.join(", ", parts);
    }
}
