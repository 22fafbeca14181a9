package dev.stoker.lab.experiment;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.Sha256;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.job.plan.PlanPaths;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an experiment runs. Everything is checked here, before anything starts.
 *
 * @param plan the base; paths are absolute
 * @param repeat runs of each combination, with seeds that follow each other
 * @param random the number of combinations to sample; absent for all of them
 */
public record ExperimentDefinition(Plan plan, List<Variation> variations, int repeat, OptionalInt random) {
    private static final int MOST_TRIALS = 10_000;
    private static final int ATTEMPTS = 100;
    private static final int HASH_DIGITS = 8;

    /** The experiment decides these itself. */
    private static final Set<String> OWN_KEYS = Set.of("name", "runs");

    public ExperimentDefinition {
        plan = PlanPaths.absolute(plan);
        variations = List.copyOf(variations);
        require(
                "vary",
                !variations.isEmpty(),
                "an experiment varies something: give vary, such as batch=32,64, or a preset");
        require("repeat", repeat >= 1 && repeat <= MOST_TRIALS, "repeat must be at least 1, got " + repeat);
        random.ifPresent(count ->
                require("random", count >= 1 && count <= MOST_TRIALS, "random must be 1 to 10,000, got " + count));
        var keys = variations.stream().map(Variation::key).toList();
        for (String key : keys) {
            require(
                    "vary",
                    keys.indexOf(key) == keys.lastIndexOf(key),
                    "%s is varied twice; give its values at once".formatted(key));
            require(
                    "vary",
                    !OWN_KEYS.contains(key),
                    "%s cannot be varied: an experiment chooses it for each run".formatted(key));
        }
        for (var variation : variations) {
            check(plan, variation, random.isPresent());
        }
        long count = count(variations, random) * repeat;
        require(
                "vary",
                count <= MOST_TRIALS,
                "that is %,d runs, and an experiment has at most 10,000; sample some with random".formatted(count));
    }

    private static void require(String setting, boolean valid, String sentence) {
        if (!valid) {
            throw new StokerException(sentence).about(setting);
        }
    }

    private static void check(Plan plan, Variation variation, boolean random) {
        var machine = MachineKey.named(variation.key());
        switch (variation.values()) {
            case Variation.Values.Listed(var texts) ->
                texts.forEach(text -> {
                    if (machine.isPresent()) {
                        machine.get().check(text);
                    } else {
                        PlanKey.named(variation.key()).set(plan, text);
                    }
                });
            case Variation.Values.Range _ -> {
                require(
                        "random",
                        random,
                        "%s=%s is a range, of which values are sampled: say how many with random"
                                .formatted(variation.key(), variation.text()));
                if (machine.isEmpty()) {
                    PlanKey.named(variation.key());
                }
            }
        }
    }

    private static long count(List<Variation> variations, OptionalInt random) {
        long count = 1;
        for (var variation : variations) {
            count *= variation.values() instanceof Variation.Values.Listed(var texts) ? texts.size() : 1;
            count = Math.min(count, Integer.MAX_VALUE);
        }
        return random.isPresent() ? random.getAsInt() : count;
    }

    private Seed seed() {
        return new Seed(plan.run().seed());
    }

    /** All runs, in the order of the definition. */
    public List<Trial> trials() {
        var trials = new ArrayList<Trial>();
        for (var values : random.isPresent() ? sampled(random.getAsInt()) : grid()) {
            for (int repetition = 1; repetition <= repeat; repetition++) {
                trials.add(new Trial(trials.size() + 1, values, repetition, seedOf(values, repetition)));
            }
        }
        return trials;
    }

    private long seedOf(Map<String, String> values, int repetition) {
        return Long.parseLong(
                        values.getOrDefault("seed", Long.toString(plan.run().seed())))
                + repetition
                - 1;
    }

    private List<Map<String, String>> grid() {
        var combinations = List.<Map<String, String>>of(Map.of());
        for (var variation : variations) {
            var texts = ((Variation.Values.Listed) variation.values()).texts();
            combinations = combinations.stream()
                    .flatMap(values -> texts.stream().map(text -> and(values, variation.key(), text)))
                    .toList();
        }
        return combinations;
    }

    private static Map<String, String> and(Map<String, String> values, String key, String text) {
        var more = new LinkedHashMap<>(values);
        more.put(key, text);
        return more;
    }

    /** No combination twice, so there may be fewer. */
    private List<Map<String, String>> sampled(int count) {
        var random = new SeededRandom(seed().forPurpose("random search"));
        var samples = new LinkedHashSet<Map<String, String>>();
        for (int i = 0; i < (long) count * ATTEMPTS && samples.size() < count; i++) {
            var values = new LinkedHashMap<String, String>();
            variations.forEach(variation -> values.put(variation.key(), variation.sample(random)));
            samples.add(values);
        }
        return List.copyOf(samples);
    }

    /** Shuffled, so that heat and other drift favors nobody. */
    List<Trial> inOrderOfExecution() {
        var trials = new ArrayList<>(trials());
        var random = new SeededRandom(seed().forPurpose("order of trials"));
        for (int i = trials.size() - 1; i > 0; i--) {
            trials.set(i, trials.set(random.nextInt(i + 1), trials.get(i)));
        }
        return trials;
    }

    /** Refuses combinations that no run can have. */
    public void refuseConflicts() {
        for (var trial : trials()) {
            try {
                trial.plan(plan).refuseConflicts();
            } catch (StokerException wrong) {
                throw new StokerException("%s: %s".formatted(trial.title(), wrong.getMessage()), wrong)
                        .about(wrong.settings().toArray(String[]::new));
            }
        }
    }

    /** Everything that decides the runs, as text: the same for the same experiment. */
    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        var vary = new LinkedHashMap<String, Object>();
        variations.forEach(variation -> vary.put(variation.key(), variation.text()));
        fields.put("vary", vary);
        fields.put("repeat", (long) repeat);
        random.ifPresent(count -> fields.put("random", (long) count));
        var keys = new LinkedHashMap<String, Object>();
        PlanKey.all().stream()
                .filter(key -> !OWN_KEYS.contains(key.name()))
                .forEach(key -> keys.put(key.name(), key.text(plan)));
        fields.put("plan", keys);
        return fields;
    }

    /** For a folder: the varied keys, and a checksum of everything. */
    String defaultName() {
        String keys = variations.stream().map(Variation::key).collect(Collectors.joining("-"));
        return "%s-%s"
                .formatted(
                        keys,
                        Sha256.of(fields().toString().getBytes(StandardCharsets.UTF_8))
                                .substring(0, HASH_DIGITS));
    }
}
