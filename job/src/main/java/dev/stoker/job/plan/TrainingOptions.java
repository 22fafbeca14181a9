package dev.stoker.job.plan;

import dev.stoker.core.Bytes;
import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import java.time.Duration;
import java.util.Optional;

/** The length of a run, and its batches. */
@OptionGroup("Training")
public record TrainingOptions(
        @Description("number of epochs: passes over the training images") @Default("8")
        int epochs,

        @Description("batch size: images per step, or auto to find the fastest by trying") @Default("64")
        Auto<Integer> batch,

        @Description(
                "global batch size: images per step of all ranks together; none is batch, times the number of ranks")
        @Default("none")
        Optional<Integer> globalBatch,

        @Description("maximum batch size that batch auto and tune batch try") @Default("4096")
        int batchTo,

        @Description("memory limit of a step while batch auto and tune batch try, such as 8GB, or unlimited")
        @Default("unlimited")
        Optional<Bytes> batchMemory,

        @Description("steps per epoch; 0 is a whole pass over the training images") @Default("0")
        int stepsPerEpoch,

        @Description("maximum number of steps; 0 is no limit") @Default("0")
        long maxSteps,

        @Description("maximum training time, such as 90min or 2h, or none") @Default("none")
        Optional<Duration> maxTime,

        @Description(
                "early stopping patience: evaluations without a better validation loss or best-by metric; 0 disables")
        @Default("0")
        int patience)
        implements Options {

    public TrainingOptions {
        KeyCheck.that("epochs", epochs >= 1, "at least 1", epochs);
        KeyCheck.that("batch", batch.isAutoOr(images -> images >= 1), "at least 1, or auto", batch);
        KeyCheck.that(
                "global-batch",
                globalBatch.stream().allMatch(images -> images >= 1 && images <= Plan.MAX_IMAGES_PER_STEP),
                "1 to 16,777,216, or none",
                globalBatch.orElse(0));
        KeyCheck.that("batch-to", batchTo >= 1 && batchTo <= Plan.MAX_IMAGES_PER_STEP, "1 to 16,777,216", batchTo);
        Plan.refuseEmpty("batch-memory", batchMemory);
        KeyCheck.that("steps-per-epoch", stepsPerEpoch >= 0, "at least 0", stepsPerEpoch);
        KeyCheck.that("max-steps", maxSteps >= 0, "at least 0", maxSteps);
        KeyCheck.that("patience", patience >= 0, "at least 0", patience);
    }

    /** The batch size where it is given or has been found: of all ranks together. */
    public int batchSize() {
        return globalBatch.orElseGet(batch::chosen);
    }

    public TrainingOptions withBatch(Auto<Integer> chosen) {
        return new TrainingOptions(
                epochs, chosen, globalBatch, batchTo, batchMemory, stepsPerEpoch, maxSteps, maxTime, patience);
    }

    /** With the global batch size of so many ranks, where none is given. */
    public TrainingOptions onRanks(int world) {
        return new TrainingOptions(
                epochs,
                batch,
                world == 1 ? globalBatch : Optional.of(globalBatch.orElseGet(() -> batch.chosen() * world)),
                batchTo,
                batchMemory,
                stepsPerEpoch,
                maxSteps,
                maxTime,
                patience);
    }
}
