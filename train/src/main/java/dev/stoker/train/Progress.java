package dev.stoker.train;

import dev.stoker.data.DataState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * How far a run has come: the next batch to train on and where the data stands before it, what it has cost so far, and
 * the training score of the last epoch that was finished, the best evaluation, the phase, and what of the time steps took.
 */
public record Progress(
        int epoch,
        int batch,
        long step,
        DataState data,
        long imagesInEpoch,
        double seconds,
        Score lastEpoch,
        Standing standing,
        PhaseStanding phase,
        Effort effort) {
    public static final Progress NONE = new Progress(
            0, 0, 0, DataState.START, 0, 0, new Score(0, 0), Standing.NONE, PhaseStanding.NONE, Effort.NONE);

    Progress afterStep(DataState next, long images, double elapsed) {
        return new Progress(
                epoch,
                batch + 1,
                step + 1,
                next,
                images,
                elapsed,
                lastEpoch,
                standing,
                phase.afterStep(images - imagesInEpoch),
                effort);
    }

    Progress afterEpoch(Score training, double elapsed) {
        return new Progress(epoch + 1, 0, step, data, 0, elapsed, training, standing, phase, effort);
    }

    /** {@code threshold} is what accuracy must gain to count as progress of the phase. */
    Progress afterEvaluation(Evaluation test, double elapsed, double threshold) {
        return new Progress(
                epoch,
                batch,
                step,
                data,
                imagesInEpoch,
                elapsed,
                lastEpoch,
                standing.after(test, step, elapsed),
                phase.afterEvaluation(test.accuracy(), threshold),
                effort);
    }

    Progress with(Effort other) {
        return new Progress(epoch, batch, step, data, imagesInEpoch, seconds, lastEpoch, standing, phase, other);
    }

    /** At the beginning of the next phase, whose data begins too. */
    Progress inNextPhase() {
        return new Progress(
                epoch,
                batch,
                step,
                DataState.START,
                imagesInEpoch,
                seconds,
                lastEpoch,
                standing,
                phase.next(phaseResult()),
                effort);
    }

    /** What the present phase has come to. */
    public PhaseResult phaseResult() {
        return phase.result(epoch, batch, step, seconds);
    }

    /** What all phases came to, the present one too. */
    public List<PhaseResult> phases() {
        return Stream.concat(phase.before().stream(), Stream.of(phaseResult())).toList();
    }

    Map<String, String> toText() {
        var text = new TreeMap<>(Map.of(
                "epoch", Integer.toString(epoch),
                "batch", Integer.toString(batch),
                "step", Long.toString(step),
                "data", data.toString(),
                "images_in_epoch", Long.toString(imagesInEpoch),
                "seconds", Double.toString(seconds),
                "last_epoch_loss", Double.toString(lastEpoch.loss()),
                "last_epoch_accuracy", Double.toString(lastEpoch.accuracy())));
        standing.addTo(text);
        phase.addTo(text);
        effort.addTo(text);
        return text;
    }

    /** Throws NumberFormatException where a number is missing or is none. */
    static Progress ofText(Map<String, String> text) {
        return new Progress(
                Integer.parseInt(text.getOrDefault("epoch", "")),
                Integer.parseInt(text.getOrDefault("batch", "")),
                Long.parseLong(text.getOrDefault("step", "")),
                DataState.parse(text.getOrDefault("data", "")),
                Long.parseLong(text.getOrDefault("images_in_epoch", "")),
                Double.parseDouble(text.getOrDefault("seconds", "")),
                new Score(
                        Double.parseDouble(text.getOrDefault("last_epoch_loss", "")),
                        Double.parseDouble(text.getOrDefault("last_epoch_accuracy", ""))),
                Standing.ofText(text),
                PhaseStanding.ofText(text),
                Effort.ofText(text));
    }
}
