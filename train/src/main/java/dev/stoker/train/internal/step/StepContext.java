package dev.stoker.train.internal.step;

/** Where in a run a step is: steps and epochs before it, steps in total, and its learning rate. */
public record StepContext(long step, long steps, double epochs, double rate) {
    boolean isLast() {
        return step + 1 == steps;
    }

    /** The share of the run that is done after this step. */
    double shareAfter() {
        return Math.min(1, (step + 1) / (double) steps);
    }
}
