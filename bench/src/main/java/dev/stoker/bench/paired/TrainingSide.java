package dev.stoker.bench.paired;

import dev.stoker.job.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One of two trainings that are compared.
 *
 * @param plan keys of the plan that are given; everything else is as in every run
 * @param telemetry whether it measures itself, as every run does
 * @param communicator whether it trains as the only rank of a group
 */
public record TrainingSide(Map<String, String> plan, boolean telemetry, boolean communicator) {
    private static final String ON = "on";

    public TrainingSide {
        plan = Map.copyOf(plan);
    }

    /** As words of {@link CountedTraining}. */
    List<String> words() {
        var words = new ArrayList<>(List.of(telemetry ? ON : "off", communicator ? ON : "off"));
        plan.forEach((key, value) -> words.add("%s=%s".formatted(key, value)));
        return words;
    }

    static TrainingSide of(List<String> words) {
        var keys = new java.util.LinkedHashMap<String, String>();
        for (String word : words.subList(2, words.size())) {
            int equals = word.indexOf('=');
            keys.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return new TrainingSide(keys, words.get(0).equals(ON), words.get(1).equals(ON));
    }

    Plan settled() {
        var settled = Plan.DEFAULTS;
        for (var entry : plan.entrySet()) {
            settled = settled.with(entry.getKey(), entry.getValue());
        }
        return settled;
    }
}
