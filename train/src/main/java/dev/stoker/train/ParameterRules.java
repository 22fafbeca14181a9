package dev.stoker.train;

import dev.stoker.core.Nearest;
import dev.stoker.core.StokerException;
import dev.stoker.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Exceptions by name: parameters without weight decay, and factors of the learning rate. In a pattern {@code *} stands for
 * any characters and {@code ?} for one; of several factors that match, the first holds.
 */
public record ParameterRules(List<String> noDecay, Map<String, Double> rateFactors) {
    public static final ParameterRules NONE = new ParameterRules(List.of(), Map.of());

    public ParameterRules {
        noDecay = List.copyOf(noDecay);
        rateFactors = Collections.unmodifiableMap(new LinkedHashMap<>(rateFactors)); // their order counts
        rateFactors.forEach((pattern, factor) -> {
            if (!(factor > 0 && Double.isFinite(factor))) {
                throw new IllegalArgumentException(
                        "the factor of the learning rate of '%s' must be above 0, got %s".formatted(pattern, factor));
            }
        });
    }

    /** The parameters in groups that are treated alike, each in the order given. */
    List<ParameterGroup> groups(Map<String, Tensor> parameters, double weightDecay) {
        check(parameters.keySet());
        var groups = new LinkedHashMap<List<Double>, Map<String, Tensor>>();
        parameters.forEach((name, tensor) -> {
            double decay = anyMatches(noDecay, name) ? 0 : weightDecay;
            groups.computeIfAbsent(List.of(rateFactor(name), decay), _ -> new LinkedHashMap<>())
                    .put(name, tensor);
        });
        var list = new ArrayList<ParameterGroup>();
        groups.forEach((numbers, members) -> list.add(new ParameterGroup(members, numbers.get(0), numbers.get(1))));
        return list;
    }

    private double rateFactor(String name) {
        return rateFactors.entrySet().stream()
                .filter(entry -> matches(entry.getKey(), name))
                .mapToDouble(Map.Entry::getValue)
                .findFirst()
                .orElse(1);
    }

    /** Refuses patterns that match no name. */
    public void check(Collection<String> names) {
        noDecay.forEach(pattern -> refuseIfOfNothing("no-decay", pattern, names));
        rateFactors.keySet().forEach(pattern -> refuseIfOfNothing("lr-groups", pattern, names));
    }

    private static void refuseIfOfNothing(String key, String pattern, Collection<String> names) {
        if (names.stream().noneMatch(name -> matches(pattern, name))) {
            throw new StokerException("%s: no parameter of the model matches '%s'%s; the first is called %s"
                    .formatted(
                            key,
                            pattern,
                            Nearest.hint(pattern, List.copyOf(names)),
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
