package dev.stoker.train.evaluation;

import java.util.List;
import java.util.stream.IntStream;

/** How many images of each class were taken for each class. */
public final class ConfusionMatrix {
    private final int classes;
    private final long[] counts;

    public ConfusionMatrix(int classes, long[] counts) {
        this.classes = classes;
        this.counts = counts.clone();
    }

    /** One class: its images, the share of its answers that were right, and the share of its images that it got. */
    public record ClassMetrics(int label, long images, double precision, double recall) {}

    public int classes() {
        return classes;
    }

    /** How many images of class {@code label} were taken for {@code answer}. */
    public long count(int label, int answer) {
        return counts[label * classes + answer];
    }

    /** Every class in order; where nothing was there to be right about, a share is 0. */
    public List<ClassMetrics> perClass() {
        return IntStream.range(0, classes).mapToObj(this::ofClass).toList();
    }

    private ClassMetrics ofClass(int label) {
        long images = IntStream.range(0, classes)
                .mapToLong(answer -> count(label, answer))
                .sum();
        long answers = IntStream.range(0, classes)
                .mapToLong(each -> count(each, label))
                .sum();
        long right = count(label, label);
        return new ClassMetrics(label, images, share(right, answers), share(right, images));
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : part / (double) whole;
    }
}
