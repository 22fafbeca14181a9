package dev.stoker.job.plan;

import dev.stoker.core.Bytes;
import java.util.Optional;

/** How long, and in what portions. */
@OptionGroup("Length and batches")
public record TrainingOptions(
        @Description("how often to go through the training images") @Default("8")
        int epochs,

        @Description("images per step, or auto to find the fastest number by trying") @Default("64") @OrAuto
        int batch,

        @Description("the most images per step that batch auto and tune batch try") @Default("4096")
        int batchTo,

        @Description("memory that a step may take when batch auto and tune batch try, such as 8GB, or unlimited")
        @Default("unlimited")
        String batchMemory) {

    public TrainingOptions {
        KeyCheck.that("epochs", epochs >= 1, "at least 1", epochs);
        KeyCheck.that("batch", batch >= 0, "at least 1, or auto", batch);
        KeyCheck.that("batch-to", batchTo >= 1 && batchTo <= Plan.MAX_IMAGES_PER_STEP, "1 to 16,777,216", batchTo);
        KeyCheck.that(
                "batch-memory",
                MemoryLimit.isValid(batchMemory),
                "a size such as 512MiB or 8GB, or unlimited",
                batchMemory);
    }

    public boolean isBatchAuto() {
        return batch == 0;
    }

    /** What a step may take while sizes of batches are tried; empty for whatever there is. */
    public Optional<Bytes> batchBudget() {
        return MemoryLimit.of(batchMemory);
    }
}
