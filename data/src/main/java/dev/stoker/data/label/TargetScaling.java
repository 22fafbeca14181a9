package dev.stoker.data.label;

import dev.stoker.core.StokerException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Mean and standard deviation of each target over the training samples. A model is trained towards standardized targets, of mean 0 and
 * deviation 1: its loss and its learning rate then do not depend on units.
 */
public record TargetScaling(List<Double> mean, List<Double> deviation) {
    public TargetScaling {
        mean = List.copyOf(mean);
        deviation = List.copyOf(deviation);
        boolean valid = !mean.isEmpty()
                && mean.size() == deviation.size()
                && mean.stream().allMatch(Double::isFinite)
                && deviation.stream().allMatch(value -> value > 0 && Double.isFinite(value));
        if (!valid) {
            throw new IllegalArgumentException(
                    "a mean and a standard deviation above 0 are needed for each target, got %s and %s"
                            .formatted(mean, deviation));
        }
    }

    /** That of samples with these labels; refuses a target that is the same in all of them. */
    public static TargetScaling of(TargetValues values, int[] labels, List<String> names) {
        var mean = new ArrayList<Double>();
        var deviation = new ArrayList<Double>();
        for (int target = 0; target < values.targets(); target++) {
            int column = target;
            // Sorted, so that the result does not depend on the order of the samples.
            double[] sorted = IntStream.of(labels)
                    .mapToDouble(label -> values.rows().get(label).get(column))
                    .sorted()
                    .toArray();
            refuseConstant(sorted, names.get(target));
            double center = mean(sorted);
            mean.add(center);
            deviation.add(deviation(sorted, center));
        }
        return new TargetScaling(mean, deviation);
    }

    private static void refuseConstant(double[] sorted, String name) {
        if (sorted.length == 0 || sorted[0] == sorted[sorted.length - 1]) {
            throw new StokerException(
                            "the target %s is %s in every training sample, so there is nothing to learn; choose"
                                            .formatted(
                                                    name, sorted.length == 0 ? "missing" : Double.toString(sorted[0]))
                                    + " another label")
                    .about("label");
        }
    }

    private static double mean(double[] sorted) {
        double sum = 0;
        for (double value : sorted) {
            sum += value / sorted.length; // a sum of large numbers might be infinite
        }
        return sum;
    }

    private static double deviation(double[] sorted, double mean) {
        double range = sorted[sorted.length - 1] - sorted[0];
        double sum = 0;
        for (double value : sorted) {
            double share = (value - mean) / range; // the square of a large number might be infinite
            sum += share * share;
        }
        return range * Math.sqrt(sum / sorted.length);
    }

    /** A value of a target in deviations from its mean. */
    public double standardized(int target, double value) {
        return (value - mean.get(target)) / deviation.get(target);
    }

    /** What a model says of a target, in the units of the data. */
    public double original(int target, double standardized) {
        return standardized * deviation.get(target) + mean.get(target);
    }
}
