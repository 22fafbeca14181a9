package dev.stoker.lab.comparison;

import dev.stoker.core.Task;
import dev.stoker.core.TaskMetric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** What a comparison shows beyond the noise of its measurements, in sentences. */
public final class Verdict {
    /** The chance of being wrong that is accepted, over all comparisons with the baseline together. */
    private static final double LEVEL = 0.05;

    private final Comparison comparison;
    private final List<RunGroup> groups;

    private Verdict(Comparison comparison) {
        this.comparison = comparison;
        groups = comparison.groups().stream()
                .filter(group -> !group.runs().isEmpty())
                .toList();
    }

    /** None where there is nothing to compare. */
    public static List<String> sentences(Comparison comparison) {
        var verdict = new Verdict(comparison);
        var sentences = new ArrayList<String>();
        if (verdict.groups.size() > 1) {
            verdict.addThroughput(sentences);
            verdict.addMetric(sentences);
        }
        return sentences;
    }

    private void addThroughput(List<String> sentences) {
        var measured = groups.stream()
                .filter(group -> group.rate().count() > 0)
                .sorted(Comparator.comparingDouble(
                        (RunGroup group) -> -group.rate().mean()))
                .toList();
        if (measured.size() < 2) {
            return;
        }
        var fastest = measured.getFirst();
        var other = fastest.equals(groups.getFirst()) ? measured.get(1) : groups.getFirst();
        var probability = WelchTest.probability(fastest.rate(), other.rate());
        String figures = "%s images/s against %s of %s".formatted(rate(fastest), rate(other), other.title());
        if (probability.isPresent() && probability.getAsDouble() > level()) {
            sentences.add("throughput: no difference beyond the noise: %s has %s (%s)"
                    .formatted(fastest.title(), figures, text(probability)));
            return;
        }
        sentences.add("throughput: %s is fastest: %s, %.2f times as many (%s)"
                .formatted(
                        fastest.title(),
                        figures,
                        fastest.rate().mean() / other.rate().mean(),
                        text(probability)));
        var ties = measured.stream()
                .skip(1)
                .filter(group -> !group.equals(other) && isTie(fastest, group))
                .map(RunGroup::title)
                .toList();
        if (!ties.isEmpty()) {
            sentences.add("throughput: not slower beyond the noise: " + String.join(", ", ties));
        }
    }

    private boolean isTie(RunGroup one, RunGroup two) {
        var probability = WelchTest.probability(one.rate(), two.rate());
        return probability.isPresent() && probability.getAsDouble() > level();
    }

    private double level() {
        return LEVEL / (comparison.groups().size() - 1);
    }

    private static String rate(RunGroup group) {
        var spread = group.rate();
        return "%,.0f%s"
                .formatted(
                        spread.mean(),
                        spread.deviation().isPresent()
                                ? " ± %,.0f".formatted(spread.deviation().getAsDouble())
                                : "");
    }

    private static String text(OptionalDouble probability) {
        if (probability.isEmpty()) {
            return "measured once, which says nothing about noise: repeat";
        }
        return probability.getAsDouble() < 0.001 ? "p < 0.001" : "p = %.3f".formatted(probability.getAsDouble());
    }

    /** By the test split, where runs have one, since the validation split has chosen the weights. */
    private void addMetric(List<String> sentences) {
        boolean test =
                groups.stream().allMatch(group -> group.mean(comparison::test).isPresent());
        var measured = groups.stream()
                .filter(group -> metric(group, test).count() > 0)
                .sorted(Comparator.comparing(
                        group -> new TaskMetric(
                                comparison.task(), metric(group, test).mean()),
                        TaskMetric.BEST_FIRST))
                .toList();
        if (measured.size() < 2) {
            return;
        }
        var best = measured.getFirst();
        var other = best.equals(groups.getFirst()) ? measured.get(1) : groups.getFirst();
        var probability = metricProbability(best, other, test);
        String figures = "%s has %s against %s of %s"
                .formatted(best.title(), text(metric(best, test)), text(metric(other, test)), other.title());
        String kind = (test ? "test " : "validation ") + comparison.task().metric();
        if (probability.isEmpty()) {
            sentences.add("%s: %s; measured once, which says nothing about noise: repeat".formatted(kind, figures));
            return;
        }
        String basis = text(probability) + (isMeasuredOnce(best, other, test) ? images(best) : "");
        sentences.add("%s: %s%s (%s)"
                .formatted(
                        kind,
                        probability.getAsDouble() > level() ? "no difference beyond the noise: " : "",
                        figures,
                        basis));
        var worse = measured.stream()
                .skip(1)
                .filter(group -> !group.equals(other) && isLess(group, best, test))
                .map(RunGroup::title)
                .toList();
        if (!worse.isEmpty()) {
            sentences.add("%s: worse beyond the noise: %s".formatted(kind, String.join(", ", worse)));
        }
    }

    private boolean isLess(RunGroup group, RunGroup best, boolean test) {
        var probability = metricProbability(best, group, test);
        return probability.isPresent() && probability.getAsDouble() <= level();
    }

    private boolean isMeasuredOnce(RunGroup one, RunGroup two, boolean test) {
        return WelchTest.probability(metric(one, test), metric(two, test)).isEmpty();
    }

    private OptionalDouble metricProbability(RunGroup one, RunGroup two, boolean test) {
        var probability = WelchTest.probability(metric(one, test), metric(two, test));
        return probability.isPresent() ? probability : bySampling(one, two);
    }

    private Spread metric(RunGroup group, boolean test) {
        return group.spread(test ? comparison::test : comparison::validation);
    }

    private static String images(RunGroup group) {
        return " by the sampling of %,d test images; seeds differ by more: repeat"
                .formatted(group.runs().getFirst().testImages());
    }

    /** Of single runs: the noise that comes of the choice of test images alone, which is the least there can be. */
    private OptionalDouble bySampling(RunGroup one, RunGroup two) {
        long images = one.runs().getFirst().testImages();
        var first = one.mean(comparison::test);
        var second = two.mean(comparison::test);
        if (comparison.task() != Task.CLASSIFICATION || images == 0 || first.isEmpty() || second.isEmpty()) {
            return OptionalDouble.empty();
        }
        double pooled = (first.getAsDouble() + second.getAsDouble()) / 2;
        double error = Math.sqrt(2 * pooled * (1 - pooled) / images);
        double difference = first.getAsDouble() - second.getAsDouble();
        return OptionalDouble.of(
                error == 0 ? (difference == 0 ? 1 : 0) : WelchTest.tails(difference / error, 2.0 * images));
    }

    private String text(Spread spread) {
        var task = comparison.task();
        if (!task.hasShares()) {
            return task.text(spread.mean())
                    + (spread.deviation().isPresent()
                            ? " ± " + task.text(spread.deviation().getAsDouble())
                            : "");
        }
        return "%.2f%s %%"
                .formatted(
                        100 * spread.mean(),
                        spread.deviation().isPresent()
                                ? " ± %.2f".formatted(100 * spread.deviation().getAsDouble())
                                : "");
    }
}
