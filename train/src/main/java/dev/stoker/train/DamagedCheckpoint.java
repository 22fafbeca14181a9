package dev.stoker.train;

import java.nio.file.Path;

/**
 * A checkpoint that was passed over since it is damaged: what is wrong with it, the name that it is kept under now, the steps
 * since the older one that was restored instead, and the step of that.
 */
public record DamagedCheckpoint(Path file, String damage, Path keptAs, long stepsLost, long restoredStep) {

    /** In one sentence. */
    public String sentence() {
        return "the checkpoint %s is damaged (%s); it is kept as %s, and the run continues from step %,d, so %,d steps are repeated"
                .formatted(file, damage, keptAs.getFileName(), restoredStep, stepsLost);
    }
}
