package dev.stoker.train;

/** Loops that evaluate after each epoch and end with the last one. */
final class Loops {
    private Loops() {}

    static LoopSettings plain() {
        return writing(1000, 1000);
    }

    /** With so many steps between reports, and between checkpoints. */
    static LoopSettings writing(int logEvery, int checkpointEvery) {
        return new LoopSettings(new Interval.Epochs(1), Views.NONE, 0, 0, 0, logEvery, checkpointEvery);
    }
}
