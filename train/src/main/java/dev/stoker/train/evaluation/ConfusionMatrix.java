package dev.stoker.train.evaluation;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** How many images of each class were predicted as each class. */
public final class ConfusionMatrix {
    private final int classes;
    private final long[] counts;

    public ConfusionMatrix(int classes, long[] counts) {
        this.classes = classes;
        this.counts = counts.clone();
    }

    /** One class: its images, precision (correct share of its predictions) and recall (correct share of its images). */
    public record ClassMetrics(int label, long images, double precision, double recall) {
        /** The harmonic mean of precision and recall. */
        public double f1() {
            double sum = precision + recall;
            return sum == 0 ? 0 : 2 * precision * recall / sum;
        }
    }

    /** Means over classes, each of which counts the same, however many images it has. */
    public record MacroAverages(double precision, double recall, double f1) {}

    public int classes() {
        return classes;
    }

    /** How many images of class {@code label} were predicted as {@code prediction}. */
    public long count(int label, int prediction) {
        return counts[label * classes + prediction];
    }

    /** Every class in order; a share of nothing is 0. */
    public List<ClassMetrics> perClass() {
        return IntStream.range(0, classes).mapToObj(this::ofClass).toList();
    }

    /** The means over all classes that have images. */
    public MacroAverages macroAverages() {
        return new MacroAverages(mean(ClassMetrics::precision), mean(ClassMetrics::recall), mean(ClassMetrics::f1));
    }

    private double mean(ToDoubleFunction<ClassMetrics> metric) {
        return perClass().stream()
                .filter(each -> each.images() > 0)
                .mapToDouble(metric)
                .average()
                .orElse(0);
    }

    private ClassMetrics ofClass(int label) {
        long images = IntStream.range(0, classes)
                .mapToLong(prediction -> count(label, prediction))
                .sum();
        long predictions = IntStream.range(0, classes)
                .mapToLong(each -> count(each, label))
                .sum();
        long correct = count(label, label);
        return new ClassMetrics(label, images, share(correct, predictions), share(correct, images));
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : part / (double) whole;
    }
}
