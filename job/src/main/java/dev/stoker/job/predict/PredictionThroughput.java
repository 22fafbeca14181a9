package dev.stoker.job.predict;

/**
 * Images per second of a prediction and of its halves alone, measured on the same images: reading and transforming them, and
 * computing with batches of noise that are in memory.
 */
public record PredictionThroughput(double input, double forward, double predicted) {
    /** What part of the speed of the slower half is reached. */
    public double shareOfSlower() {
        return predicted / Math.min(input, forward);
    }
}
