package dev.stoker.train;

import dev.stoker.data.DataState;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far a run has come: the next batch to train on and where the data stands before it, what it has cost so far, and
 * the training score of the last epoch that was finished, and the best evaluation.
 */
public record Progress(
        int epoch,
        int batch,
        long step,
        DataState data,
        long imagesInEpoch,
        double seconds,
        Score lastEpoch,
        Standing standing) {
    public static final Progress NONE = new Progress(0, 0, 0, DataState.START, 0, 0, new Score(0, 0), Standing.NONE);

    Progress afterStep(DataState next, long images, double elapsed) {
        return new Progress(epoch, batch + 1, step + 1, next, images, elapsed, lastEpoch, standing);
    }

    Progress afterEpoch(Score training, double elapsed) {
        return new Progress(epoch + 1, 0, step, data, 0, elapsed, training, standing);
    }

    Progress afterEvaluation(Evaluation test, double elapsed) {
        return new Progress(
                epoch, batch, step, data, imagesInEpoch, elapsed, lastEpoch, standing.after(test, step, elapsed));
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
                Standing.ofText(text));
    }
}
