package dev.stoker.job.plan.value;

import dev.stoker.job.plan.Plan;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The sizes of hidden layers, such as {@code 64,32}; {@code none} as text for no layer. */
public record HiddenLayers(List<Integer> sizes) {
    private static final Pattern SIZES = Pattern.compile("[1-9][0-9]{0,5}(,[1-9][0-9]{0,5}){0,9}");

    public HiddenLayers {
        sizes = List.copyOf(sizes);
    }

    public static HiddenLayers parse(String text) {
        if (text.equals(Plan.NONE)) {
            return new HiddenLayers(List.of());
        }
        if (!SIZES.matcher(text).matches()) {
            throw new IllegalArgumentException("layer sizes such as 64,32, or none");
        }
        return new HiddenLayers(
                Arrays.stream(text.split(",", -1)).map(Integer::valueOf).toList());
    }

    @Override
    public String toString() {
        return sizes.isEmpty() ? Plan.NONE : sizes.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
