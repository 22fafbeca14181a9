package dev.stoker.train;

import dev.stoker.train.evaluation.Evaluation;
import java.util.Map;

/**
 * The best evaluation so far (by accuracy, and by loss at equal accuracy), how many evaluations in a row brought no
 * improvement, and when the last one was.
 */
public record BestSoFar(
        double bestAccuracy,
        double bestLoss,
        long bestStep,
        double lowestLoss,
        int withoutImprovement,
        double evaluatedAt) {
    public static final BestSoFar NONE = new BestSoFar(-1, Double.MAX_VALUE, -1, Double.MAX_VALUE, 0, 0);

    /** A NaN or infinite loss is never better. */
    BestSoFar after(Evaluation test, long step, double seconds) {
        boolean best = Double.isFinite(test.loss())
                && (test.accuracy() > bestAccuracy || (test.accuracy() == bestAccuracy && test.loss() < bestLoss));
        boolean better = test.loss() < lowestLoss || (Double.isFinite(test.loss()) && test.accuracy() > bestAccuracy);
        return new BestSoFar(
                best ? test.accuracy() : bestAccuracy,
                best ? test.loss() : bestLoss,
                best ? step : bestStep,
                Math.min(lowestLoss, Double.isFinite(test.loss()) ? test.loss() : lowestLoss),
                better ? 0 : withoutImprovement + 1,
                seconds);
    }

    void addTo(Map<String, String> text) {
        text.put("best_accuracy", Double.toString(bestAccuracy));
        text.put("best_loss", Double.toString(bestLoss));
        text.put("best_step", Long.toString(bestStep));
        text.put("lowest_loss", Double.toString(lowestLoss));
        text.put("without_improvement", Integer.toString(withoutImprovement));
        text.put("evaluated_at", Double.toString(evaluatedAt));
    }

    /** Throws NumberFormatException where a value is missing or not a number. */
    static BestSoFar ofText(Map<String, String> text) {
        return new BestSoFar(
                Double.parseDouble(text.getOrDefault("best_accuracy", "")),
                Double.parseDouble(text.getOrDefault("best_loss", "")),
                Long.parseLong(text.getOrDefault("best_step", "")),
                Double.parseDouble(text.getOrDefault("lowest_loss", "")),
                Integer.parseInt(text.getOrDefault("without_improvement", "")),
                Double.parseDouble(text.getOrDefault("evaluated_at", "")));
    }
}
