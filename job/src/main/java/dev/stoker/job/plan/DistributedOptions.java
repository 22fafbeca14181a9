package dev.stoker.job.plan;

import dev.stoker.core.Bytes;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.train.DataParallel;

/** What several ranks exchange. How many there are is no part of a plan, so that a run may continue on another number. */
@OptionGroup("Distributed training")
public record DistributedOptions(
        @Description("gradient bucket size: summed over ranks at once, while backward goes on; 0 sums all after it")
        @Default("4MiB")
        Bytes bucketSize,

        @Description("gradient compression between ranks: none, bf16 or fp16") @Default("none")
        DataParallel.Compression gradientCompression,

        @Description("batch norm over the images of all ranks (SyncBatchNorm)") @Default("false")
        boolean syncBatchNorm)
        implements Options {

    public DataParallel.Settings settings() {
        return new DataParallel.Settings(bucketSize, gradientCompression, syncBatchNorm);
    }
}
