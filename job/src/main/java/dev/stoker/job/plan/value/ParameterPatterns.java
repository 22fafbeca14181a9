package dev.stoker.job.plan.value;

import dev.stoker.job.plan.Plan;
import java.util.Arrays;
import java.util.List;

/** Patterns of parameter names, such as {@code *.bias,*bn*}; {@code none} as text for no pattern. */
public record ParameterPatterns(List<String> patterns) {
    public ParameterPatterns {
        patterns = List.copyOf(patterns);
    }

    public static ParameterPatterns parse(String text) {
        return new ParameterPatterns(
                text.equals(Plan.NONE)
                        ? List.of()
                        : Arrays.stream(text.split(",", -1)).map(String::strip).toList());
    }

    @Override
    public String toString() {
        return patterns.isEmpty() ? Plan.NONE : String.join(",", patterns);
    }
}
