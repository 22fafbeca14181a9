package dev.stoker.train;

/** Loops that evaluate after each epoch and stop after the last one. */
public final class LoopSettingsFixtures {
    private LoopSettingsFixtures() {}

    static LoopSettings plain() {
        return writing(1000, 1000);
    }

    /** With so many steps between reports, and between checkpoints. */
    public static LoopSettings writing(int logEvery, int checkpointEvery) {
        return LoopSettings.builder()
                .logEvery(logEvery)
                .checkpointEvery(checkpointEvery)
                .build();
    }
}
