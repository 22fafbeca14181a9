package dev.stoker.lab.doctor.check;

import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Keys of a plan and the values that they should have.
 *
 * @param keys in the order in which they are set
 * @param changesLearning whether the model learns from other numbers, so that its accuracy may differ
 * @param preparation options of {@code prepare} that write the dataset anew, which the key {@code data} then names
 * @param climbs whether the value is a number that is doubled as long as it gains
 * @param otherwise what to try where this gains nothing
 */
public record PlanChange(
        Map<String, String> keys,
        boolean changesLearning,
        Optional<Map<String, String>> preparation,
        boolean climbs,
        Optional<PlanChange> otherwise) {

    public PlanChange {
        keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
        if (climbs && keys.size() != 1) {
            throw new IllegalArgumentException("one number can be doubled, not those of " + keys.keySet());
        }
    }

    static PlanChange of(String key, Object value) {
        return new PlanChange(Map.of(key, value.toString()), false, Optional.empty(), false, Optional.empty());
    }

    static PlanChange of(Map<String, String> keys) {
        return new PlanChange(keys, false, Optional.empty(), false, Optional.empty());
    }

    /** A number that is doubled as long as it gains. */
    static PlanChange climbing(String key, int value) {
        return new PlanChange(Map.of(key, String.valueOf(value)), false, Optional.empty(), true, Optional.empty());
    }

    /** The images written anew. */
    static PlanChange prepared(Map<String, String> options, boolean changesLearning) {
        return new PlanChange(Map.of(), changesLearning, Optional.of(options), false, Optional.empty());
    }

    /** The same, as a change of what the model learns from. */
    PlanChange changingLearning() {
        return new PlanChange(keys, true, preparation, climbs, otherwise);
    }

    /** The same; where it gains nothing, another change is tried. */
    PlanChange orElse(PlanChange other) {
        return new PlanChange(keys, changesLearning, preparation, climbs, Optional.of(other));
    }

    /** The plan with these values. */
    public Plan applied(Plan plan) {
        Plan changed = plan;
        for (var entry : keys.entrySet()) {
            changed = changed.with(entry.getKey(), entry.getValue());
        }
        return changed;
    }

    /** The next value of a number that gained; empty where there is none. */
    public Optional<PlanChange> next() {
        if (!climbs) {
            return Optional.empty();
        }
        var only = keys.entrySet().iterator().next();
        int doubled = 2 * Integer.parseInt(only.getValue());
        return Optional.of(new PlanChange(
                Map.of(only.getKey(), String.valueOf(doubled)), changesLearning, preparation, true, otherwise));
    }

    /** The values for people, such as {@code workers 2}. */
    String values() {
        return keys.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    /** For people: what the values were and become. */
    public String text(Plan before) {
        String values = keys.entrySet().stream()
                .map(entry -> "%s %s → %s"
                        .formatted(entry.getKey(), PlanKey.named(entry.getKey()).shown(before), entry.getValue()))
                .collect(Collectors.joining(", "));
        return preparation
                .map(options -> "data in shards%s".formatted(options.isEmpty() ? "" : " " + options))
                .map(shards -> values.isEmpty() ? shards : shards + ", " + values)
                .orElse(values);
    }

    /** The values under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("keys", keys);
        fields.put("changes_learning", changesLearning);
        preparation.ifPresent(options -> fields.put("prepare", options));
        return fields;
    }
}
