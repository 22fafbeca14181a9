package dev.stoker.lab.doctor.check;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Images per second of parts of training, each measured alone with one change of the plan. */
public record Trials(Map<Trial, Double> imagesPerSecond) {
    public static final Trials NONE = new Trials(Map.of());

    public Trials {
        imagesPerSecond = Collections.unmodifiableMap(new LinkedHashMap<>(imagesPerSecond));
    }

    /** What was measured; empty where that was not tried, or failed. */
    OptionalDouble of(Trial trial) {
        return Optional.ofNullable(imagesPerSecond.get(trial))
                .map(OptionalDouble::of)
                .orElseGet(OptionalDouble::empty);
    }
}
