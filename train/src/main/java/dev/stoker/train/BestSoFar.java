package dev.stoker.train;

import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.SelectionMetric;
import java.util.Map;

/**
 * The best evaluation so far (by a metric, and by loss where that is equal), how many evaluations in a row brought no
 * improvement, and when the last one was.
 *
 * @param bestScore of the metric, where more is better
 * @param plateaus how often so many evaluations in a row brought no improvement that the learning rate was to fall
 */
public record BestSoFar(
        double bestScore,
        double bestAccuracy,
        double bestLoss,
        long bestStep,
        double lowestLoss,
        int withoutImprovement,
        int plateaus,
        double evaluatedAt) {
    public static final BestSoFar NONE =
            new BestSoFar(Double.NEGATIVE_INFINITY, -1, Double.MAX_VALUE, -1, Double.MAX_VALUE, 0, 0, 0);

    /**
     * A NaN or infinite loss is never better.
     *
     * @param patience evaluations without improvement that are a plateau; 0 for no plateaus
     */
    BestSoFar after(Evaluation validation, SelectionMetric metric, int patience, long step, double seconds) {
        double loss = validation.loss();
        double score = metric.score(validation);
        boolean finite = Double.isFinite(loss);
        boolean best = finite && (score > bestScore || (score == bestScore && loss < bestLoss));
        boolean better = finite && (loss < lowestLoss || score > bestScore);
        int without = better ? 0 : withoutImprovement + 1;
        boolean plateau = patience > 0 && without > 0 && without % patience == 0;
        return new BestSoFar(
                best ? score : bestScore,
                best ? validation.metric() : bestAccuracy,
                best ? loss : bestLoss,
                best ? step : bestStep,
                finite ? Math.min(lowestLoss, loss) : lowestLoss,
                without,
                plateau ? plateaus + 1 : plateaus,
                seconds);
    }

    void addTo(Map<String, String> text) {
        text.put("best_score", Double.toString(bestScore));
        text.put("best_accuracy", Double.toString(bestAccuracy));
        text.put("best_loss", Double.toString(bestLoss));
        text.put("best_step", Long.toString(bestStep));
        text.put("lowest_loss", Double.toString(lowestLoss));
        text.put("without_improvement", Integer.toString(withoutImprovement));
        text.put("plateaus", Integer.toString(plateaus));
        text.put("evaluated_at", Double.toString(evaluatedAt));
    }

    /** Throws NumberFormatException where a value is missing or not a number; older checkpoints select by accuracy, and have no plateaus. */
    static BestSoFar ofText(Map<String, String> text) {
        String accuracy = text.getOrDefault("best_accuracy", "");
        return new BestSoFar(
                Double.parseDouble(text.getOrDefault("best_score", accuracy)),
                Double.parseDouble(accuracy),
                Double.parseDouble(text.getOrDefault("best_loss", "")),
                Long.parseLong(text.getOrDefault("best_step", "")),
                Double.parseDouble(text.getOrDefault("lowest_loss", "")),
                Integer.parseInt(text.getOrDefault("without_improvement", "")),
                Integer.parseInt(text.getOrDefault("plateaus", "0")),
                Double.parseDouble(text.getOrDefault("evaluated_at", "")));
    }
}
