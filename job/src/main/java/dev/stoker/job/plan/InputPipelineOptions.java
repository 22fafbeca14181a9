package dev.stoker.job.plan;

import dev.stoker.core.Bytes;
import java.util.Optional;

/** What preparing batches may take. */
@OptionGroup("Input")
public record InputPipelineOptions(
        @Description("threads that prepare batches, or auto to tune them while training") @Default("auto")
        AutoCount workers,

        @Description("batches prepared ahead, or auto") @Default("auto")
        AutoCount ahead,

        @Description("memory for batches ahead, caches and decoding, such as 2GB, or unlimited") @Default("unlimited")
        String inputMemory,

        @Description("processor seconds a second for preparing batches; 0 is no limit") @Default("0")
        double inputCpu,

        @Description("damaged images to leave out before giving up") @Default("0")
        int skipCorrupt) {

    public InputPipelineOptions {
        KeyCheck.that(
                "input-memory",
                MemoryLimit.isValid(inputMemory),
                "a size such as 512MiB or 2GB, or unlimited",
                inputMemory);
        KeyCheck.that("input-cpu", inputCpu >= 0 && Double.isFinite(inputCpu), "at least 0", inputCpu);
        KeyCheck.that("skip-corrupt", skipCorrupt >= 0, "at least 0", skipCorrupt);
    }

    /** Empty for unlimited. */
    public Optional<Bytes> budget() {
        return MemoryLimit.of(inputMemory);
    }
}
