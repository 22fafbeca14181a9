package dev.stoker.train;

import dev.stoker.data.DataState;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.LossAndAccuracy;
import dev.stoker.train.evaluation.SelectionMetric;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The progress of a run: the next batch to train on and the state of the data before it, the seconds so far, the training
 * metrics of the last epoch that was finished, the best evaluation, the phase, and the training time.
 */
public record TrainingProgress(
        int epoch,
        int batch,
        long step,
        DataState data,
        long imagesInEpoch,
        double seconds,
        LossAndAccuracy lastEpoch,
        BestSoFar bestSoFar,
        PhaseProgress phase,
        ElapsedTime elapsedTime) {
    public static final TrainingProgress NONE = new TrainingProgress(
            0,
            0,
            0,
            DataState.START,
            0,
            0,
            new LossAndAccuracy(0, 0),
            BestSoFar.NONE,
            PhaseProgress.NONE,
            ElapsedTime.NONE);

    TrainingProgress afterStep(DataState next, long images, double elapsed) {
        return new TrainingProgress(
                epoch,
                batch + 1,
                step + 1,
                next,
                images,
                elapsed,
                lastEpoch,
                bestSoFar,
                phase.afterStep(images - imagesInEpoch),
                elapsedTime);
    }

    TrainingProgress afterEpoch(LossAndAccuracy training, double elapsed) {
        return new TrainingProgress(epoch + 1, 0, step, data, 0, elapsed, training, bestSoFar, phase, elapsedTime);
    }

    /**
     * After an evaluation.
     *
     * @param patience evaluations without improvement that are a plateau
     * @param threshold how much accuracy must improve to count as progress of the phase
     */
    TrainingProgress afterEvaluation(
            Evaluation validation, SelectionMetric bestBy, int patience, double elapsed, double threshold) {
        return new TrainingProgress(
                epoch,
                batch,
                step,
                data,
                imagesInEpoch,
                elapsed,
                lastEpoch,
                bestSoFar.after(validation, bestBy, patience, step, elapsed),
                phase.afterEvaluation(validation.metric(), threshold),
                elapsedTime);
    }

    /** Whether the model was evaluated after the last step. */
    public boolean isEvaluated() {
        return bestSoFar.evaluatedAt() == seconds;
    }

    TrainingProgress with(ElapsedTime other) {
        return new TrainingProgress(
                epoch, batch, step, data, imagesInEpoch, seconds, lastEpoch, bestSoFar, phase, other);
    }

    /** At the start of the next phase and its data. */
    TrainingProgress inNextPhase() {
        return new TrainingProgress(
                epoch,
                batch,
                step,
                DataState.START,
                imagesInEpoch,
                seconds,
                lastEpoch,
                bestSoFar,
                phase.next(phaseResult()),
                elapsedTime);
    }

    /** The result of the present phase so far. */
    public PhaseResult phaseResult() {
        return phase.result(epoch, batch, step, seconds);
    }

    /** The results of all phases, including the present one. */
    public List<PhaseResult> phases() {
        return Stream.concat(phase.before().stream(), Stream.of(phaseResult())).toList();
    }

    public Map<String, String> toText() {
        var text = new TreeMap<>(Map.of(
                "epoch", Integer.toString(epoch),
                "batch", Integer.toString(batch),
                "step", Long.toString(step),
                "data", data.toString(),
                "images_in_epoch", Long.toString(imagesInEpoch),
                "seconds", Double.toString(seconds),
                "last_epoch_loss", Double.toString(lastEpoch.loss()),
                "last_epoch_accuracy", Double.toString(lastEpoch.accuracy())));
        bestSoFar.addTo(text);
        phase.addTo(text);
        elapsedTime.addTo(text);
        return text;
    }

    /** Throws NumberFormatException where a value is missing or not a number. */
    public static TrainingProgress ofText(Map<String, String> text) {
        return new TrainingProgress(
                Integer.parseInt(text.getOrDefault("epoch", "")),
                Integer.parseInt(text.getOrDefault("batch", "")),
                Long.parseLong(text.getOrDefault("step", "")),
                DataState.parse(text.getOrDefault("data", "")),
                Long.parseLong(text.getOrDefault("images_in_epoch", "")),
                Double.parseDouble(text.getOrDefault("seconds", "")),
                new LossAndAccuracy(
                        Double.parseDouble(text.getOrDefault("last_epoch_loss", "")),
                        Double.parseDouble(text.getOrDefault("last_epoch_accuracy", ""))),
                BestSoFar.ofText(text),
                PhaseProgress.ofText(text),
                ElapsedTime.ofText(text));
    }
}
