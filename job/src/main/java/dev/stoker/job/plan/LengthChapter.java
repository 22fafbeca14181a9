package dev.stoker.job.plan;

import dev.stoker.core.Bytes;
import java.util.Optional;

/** How long, and in what portions. */
@Chapter("Length and batches")
public record LengthChapter(
        @Explained("how often to go through the training images") @Usually("8")
        int epochs,

        @Explained("images per step, or auto to find the fastest number by trying") @Usually("64") @OrAuto
        int batch,

        @Explained("the most images per step that batch auto and tune batch try") @Usually("4096")
        int batchTo,

        @Explained("memory that a step may take when batch auto and tune batch try, such as 8GB, or unlimited")
        @Usually("unlimited")
        String batchMemory) {

    public LengthChapter {
        Check.that("epochs", epochs >= 1, "at least 1", epochs);
        Check.that("batch", batch >= 0, "at least 1, or auto", batch);
        Check.that("batch-to", batchTo >= 1 && batchTo <= Plan.MOST_IMAGES, "1 to 16,777,216", batchTo);
        Check.that(
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
