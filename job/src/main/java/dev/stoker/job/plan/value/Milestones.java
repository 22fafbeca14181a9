package dev.stoker.job.plan.value;

import dev.stoker.job.plan.Plan;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Epochs at which something happens, such as {@code 30,60,80}; {@code none} as text for no epoch. */
public record Milestones(List<Double> epochs) {
    private static final Pattern EPOCHS = Pattern.compile("\\d{1,6}(\\.\\d{1,6})?(,\\d{1,6}(\\.\\d{1,6})?){0,99}");

    public Milestones {
        epochs = List.copyOf(epochs);
    }

    public static Milestones parse(String text) {
        if (text.equals(Plan.NONE)) {
            return new Milestones(List.of());
        }
        var epochs = EPOCHS.matcher(text).matches()
                ? Arrays.stream(text.split(",", -1)).map(Double::valueOf).toList()
                : List.<Double>of();
        if (epochs.isEmpty() || epochs.getFirst() <= 0 || !isAscending(epochs)) {
            throw new IllegalArgumentException("ascending epochs above 0 such as 30,60,80, or none");
        }
        return new Milestones(epochs);
    }

    private static boolean isAscending(List<Double> epochs) {
        return epochs.equals(epochs.stream().distinct().sorted().toList());
    }

    @Override
    public String toString() {
        return epochs.isEmpty()
                ? Plan.NONE
                : epochs.stream().map(Milestones::text).collect(Collectors.joining(","));
    }

    /** Whole numbers without a point. */
    private static String text(double epoch) {
        return epoch == Math.rint(epoch) ? String.valueOf((long) epoch) : String.valueOf(epoch);
    }
}
