package dev.stoker.train.internal.step;

/** Where in a run a step is: how many were before it, of how many in all, how many epochs were, and the rate. */
public record StepContext(long step, long steps, double epochs, double rate) {
    boolean isLast() {
        return step + 1 == steps;
    }

    /** How much of the run is over when this step is. */
    double shareAfter() {
        return Math.min(1, (step + 1) / (double) steps);
    }
}
