package dev.stoker.train.optimizer;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rules for parameters by name: no weight decay, factors of the learning rate and of weight decay, and epochs by which a
 * learning rate decays linearly to zero. In a pattern {@code *} matches any characters and {@code ?} one; of several patterns
 * that match, the first one counts.
 *
 * @param layerDecay by which the learning rate of a block is multiplied once for each block after it; 1 changes nothing
 */
public record ParameterRules(
        List<String> noDecay,
        Map<String, Double> rateFactors,
        Map<String, Double> decayFactors,
        Map<String, Double> until,
        double layerDecay) {
    public static final ParameterRules NONE = new ParameterRules(List.of(), Map.of());

    public ParameterRules {
        noDecay = List.copyOf(noDecay);
        rateFactors = positive("the factor of the learning rate", rateFactors);
        decayFactors = positive("the factor of the weight decay", decayFactors);
        until = positive("the last epoch", until);
        if (!(layerDecay > 0 && layerDecay <= 1)) {
            throw new IllegalArgumentException("the layer decay must be above 0 and at most 1, got " + layerDecay);
        }
    }

    /** Without layer decay. */
    public ParameterRules(
            List<String> noDecay,
            Map<String, Double> rateFactors,
            Map<String, Double> decayFactors,
            Map<String, Double> until) {
        this(noDecay, rateFactors, decayFactors, until, 1);
    }

    /** Without factors of weight decay and last epochs. */
    public ParameterRules(List<String> noDecay, Map<String, Double> rateFactors) {
        this(noDecay, rateFactors, Map.of(), Map.of(), 1);
    }

    private static Map<String, Double> positive(String what, Map<String, Double> numbers) {
        numbers.forEach((pattern, number) -> {
            if (!(number > 0 && Double.isFinite(number))) {
                throw new IllegalArgumentException(
                        "%s of '%s' must be above 0, got %s".formatted(what, pattern, number));
            }
        });
        return Collections.unmodifiableMap(new LinkedHashMap<>(numbers)); // the first match counts
    }

    /** The parameters in groups with the same rules, each in the order given. */
    List<ParameterGroup> groups(Map<String, Tensor> parameters, double weightDecay) {
        check(parameters.keySet());
        var depths = BlockDepths.of(parameters.keySet());
        var groups = new LinkedHashMap<List<Double>, Map<String, Tensor>>();
        parameters.forEach((name, tensor) -> {
            double decay = anyMatches(noDecay, name) ? 0 : weightDecay * number(decayFactors, name, 1);
            double end = number(until, name, ParameterGroup.NO_END);
            double factor = number(rateFactors, name, 1) * Math.pow(layerDecay, depths.getOrDefault(name, 0));
            groups.computeIfAbsent(List.of(factor, decay, end), _ -> new LinkedHashMap<>())
                    .put(name, tensor);
        });
        var list = new ArrayList<ParameterGroup>();
        groups.forEach((numbers, members) ->
                list.add(new ParameterGroup(members, numbers.get(0), numbers.get(1), numbers.get(2))));
        return list;
    }

    private static double number(Map<String, Double> numbers, String name, double otherwise) {
        return numbers.entrySet().stream()
                .filter(entry -> matches(entry.getKey(), name))
                .mapToDouble(Map.Entry::getValue)
                .findFirst()
                .orElse(otherwise);
    }

    /** Throws where a pattern matches no name. */
    public void check(Collection<String> names) {
        noDecay.forEach(pattern -> requireMatch("no-decay", pattern, names));
        rateFactors.keySet().forEach(pattern -> requireMatch("lr-groups", pattern, names));
        decayFactors.keySet().forEach(pattern -> requireMatch("decay-groups", pattern, names));
        until.keySet().forEach(pattern -> requireMatch("train-until", pattern, names));
    }

    private static void requireMatch(String key, String pattern, Collection<String> names) {
        if (names.stream().noneMatch(name -> matches(pattern, name))) {
            throw new StokerException("%s: no parameter of the model matches '%s'%s; the first is called %s"
                    .formatted(
                            key,
                            pattern,
                            NameSuggestion.didYouMean(pattern, List.copyOf(names)),
                            names.stream().findFirst().orElse("nothing")));
        }
    }

    private static boolean anyMatches(List<String> patterns, String name) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, name));
    }

    private static boolean matches(String pattern, String name) {
        String expression = "\\Q" + pattern.replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q") + "\\E";
        return name.matches(expression);
    }
}
