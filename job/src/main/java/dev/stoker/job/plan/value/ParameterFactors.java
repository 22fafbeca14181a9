package dev.stoker.job.plan.value;

import dev.stoker.job.plan.Plan;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Numbers above 0 by patterns of parameter names, such as {@code head.*=10,layer1.*=0.1}; {@code none} for no pattern. */
public record ParameterFactors(Map<String, Double> factors) {
    private static final String EXPECTED = "patterns with numbers above 0, such as 'head.*=10,layer1.*=0.1', or none";

    public ParameterFactors {
        factors = Collections.unmodifiableMap(new LinkedHashMap<>(factors));
        if (!factors.values().stream().allMatch(factor -> factor > 0 && Double.isFinite(factor))) {
            throw new IllegalArgumentException(EXPECTED);
        }
    }

    public static ParameterFactors parse(String text) {
        var factors = new LinkedHashMap<String, Double>();
        for (String part : ParameterPatterns.parse(text).patterns()) {
            int equals = part.lastIndexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(EXPECTED);
            }
            factors.put(part.substring(0, equals).strip(), factor(part.substring(equals + 1)));
        }
        return new ParameterFactors(factors);
    }

    private static Double factor(String text) {
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(EXPECTED, wrong);
        }
    }

    @Override
    public String toString() {
        return factors.isEmpty()
                ? Plan.NONE
                : factors.entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(","));
    }
}
