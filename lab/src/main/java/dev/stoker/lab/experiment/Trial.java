package dev.stoker.lab.experiment;

import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One run of an experiment.
 *
 * @param number in the order of the definition, from 1
 * @param values of the varied keys
 * @param repetition from 1
 */
public record Trial(int number, Map<String, String> values, int repetition, long seed) {
    private static final int LONGEST_NAME = 60;

    public Trial {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The plan of the run; keys of the machine are not in it. */
    Plan plan(Plan base) {
        var plan = base.with("seed", Long.toString(seed));
        for (var entry : values.entrySet()) {
            plan = entry.getKey().equals("seed")
                            || MachineKey.named(entry.getKey()).isPresent()
                    ? plan
                    : PlanKey.named(entry.getKey()).set(plan, entry.getValue());
        }
        return plan;
    }

    /** For people. */
    public String title() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }

    /** For a run folder. */
    String name() {
        String text = "%03d-%s".formatted(number, title()).replaceAll("[^A-Za-z0-9.]+", "-");
        return text.substring(0, Math.min(text.length(), LONGEST_NAME)).replaceFirst("[-.]+$", "");
    }
}
