package dev.stoker.train;

import dev.stoker.train.evaluation.TestTimeAugmentation;

/** Loops that evaluate after each epoch and end with the last one. */
public final class LoopSettingsFixtures {
    private LoopSettingsFixtures() {}

    static LoopSettings plain() {
        return writing(1000, 1000);
    }

    /** With so many steps between reports, and between checkpoints. */
    public static LoopSettings writing(int logEvery, int checkpointEvery) {
        return new LoopSettings(new Interval.Epochs(1), TestTimeAugmentation.NONE, 0, 0, 0, logEvery, checkpointEvery);
    }
}
