package dev.stoker.train;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The progress of a run through its phases: the results of earlier phases, where the present one began, its result so far,
 * and for how many evaluations its accuracy has not improved enough.
 */
public record PhaseProgress(
        List<PhaseResult> before,
        int firstEpoch,
        long firstStep,
        double firstSecond,
        long images,
        double accuracy,
        double bestAccuracy,
        int withoutImprovement) {
    public static final PhaseProgress NONE = new PhaseProgress(List.of(), 0, 0, 0, 0, -1, -1, 0);

    public PhaseProgress {
        before = List.copyOf(before);
    }

    /** The present phase, counted from 0. */
    public int index() {
        return before.size();
    }

    PhaseProgress afterStep(long more) {
        return new PhaseProgress(
                before, firstEpoch, firstStep, firstSecond, images + more, accuracy, bestAccuracy, withoutImprovement);
    }

    /** An accuracy that is above the best by more than the threshold is better. */
    PhaseProgress afterEvaluation(double reached, double threshold) {
        boolean better = bestAccuracy < 0 || reached > bestAccuracy + threshold;
        return new PhaseProgress(
                before,
                firstEpoch,
                firstStep,
                firstSecond,
                images,
                reached,
                better ? reached : bestAccuracy,
                better ? 0 : withoutImprovement + 1);
    }

    /** The result of the present phase so far. */
    PhaseResult result(int epoch, int batch, long step, double seconds) {
        return new PhaseResult(
                epoch - firstEpoch + (batch > 0 ? 1 : 0), step - firstStep, images, seconds - firstSecond, accuracy);
    }

    /** The next phase begins where this one ended with {@code result}. */
    PhaseProgress next(PhaseResult result) {
        var done = new ArrayList<>(before);
        done.add(result);
        return new PhaseProgress(
                done,
                firstEpoch + result.epochs(),
                firstStep + result.steps(),
                firstSecond + result.seconds(),
                0,
                -1,
                -1,
                0);
    }

    void addTo(Map<String, String> text) {
        text.put("phases_before", before.stream().map(PhaseResult::toText).collect(Collectors.joining(";")));
        text.put("phase_epoch", Integer.toString(firstEpoch));
        text.put("phase_step", Long.toString(firstStep));
        text.put("phase_second", Double.toString(firstSecond));
        text.put("phase_images", Long.toString(images));
        text.put("phase_accuracy", Double.toString(accuracy));
        text.put("phase_best_accuracy", Double.toString(bestAccuracy));
        text.put("phase_without_improvement", Integer.toString(withoutImprovement));
    }

    /** Throws NumberFormatException where a value is missing or not a number. */
    static PhaseProgress ofText(Map<String, String> text) {
        String before = text.getOrDefault("phases_before", "-");
        return new PhaseProgress(
                before.isEmpty()
                        ? List.of()
                        : Arrays.stream(before.split(";", -1))
                                .map(PhaseResult::ofText)
                                .toList(),
                Integer.parseInt(text.getOrDefault("phase_epoch", "")),
                Long.parseLong(text.getOrDefault("phase_step", "")),
                Double.parseDouble(text.getOrDefault("phase_second", "")),
                Long.parseLong(text.getOrDefault("phase_images", "")),
                Double.parseDouble(text.getOrDefault("phase_accuracy", "")),
                Double.parseDouble(text.getOrDefault("phase_best_accuracy", "")),
                Integer.parseInt(text.getOrDefault("phase_without_improvement", "")));
    }
}
