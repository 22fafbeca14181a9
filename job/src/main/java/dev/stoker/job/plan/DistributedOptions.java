package dev.stoker.job.plan;

import dev.stoker.core.Bytes;
import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.train.DataParallel;

/**
 * What several ranks exchange, and threads that train without locks. How many ranks there are is no part of a plan, since the
 * result does not depend on it and a run may continue on another number. Threads without locks are another algorithm.
 */
@OptionGroup("Distributed training")
public record DistributedOptions(
        @Description(
                "gradient bucket size: summed over ranks at once, while backward goes on; 0 sums all after it; auto:"
                        + " 25MiB on a GPU, else 1MiB")
        @Default("auto")
        Auto<Bytes> bucketSize,

        @Description("gradient compression between ranks: none, bf16 or fp16") @Default("none")
        DataParallel.Compression gradientCompression,

        @Description("batch norm over the images of all ranks (SyncBatchNorm)") @Default("false")
        boolean syncBatchNorm,

        @Description(
                "Hogwild: threads that train the same weights without locks on a CPU, not reproducible; 0 disables")
        @Default("0")
        int hogwildThreads)
        implements Options {

    public DistributedOptions {
        KeyCheck.that("hogwild-threads", hogwildThreads >= 0, "at least 0", hogwildThreads);
    }

    public DataParallel.Settings settings() {
        return new DataParallel.Settings(bucketSize.value(), gradientCompression, syncBatchNorm);
    }
}
