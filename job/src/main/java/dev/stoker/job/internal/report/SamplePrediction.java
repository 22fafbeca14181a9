package dev.stoker.job.internal.report;

/**
 * An image of the validation split and what the model takes it for.
 *
 * @param probability that the model gives its prediction
 */
public record SamplePrediction(Thumbnail image, int label, int prediction, double probability) {
    boolean isCorrect() {
        return label == prediction;
    }
}
