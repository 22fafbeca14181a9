package dev.stoker.job.plan;

import dev.stoker.core.Bytes;
import java.util.Optional;

/** What preparing batches may take. */
@Chapter("Input")
public record InputChapter(
        @Explained("threads that prepare batches, or auto to tune them while training") @Usually("auto")
        Count workers,

        @Explained("batches prepared ahead, or auto") @Usually("auto")
        Count ahead,

        @Explained("memory for batches ahead, caches and decoding, such as 2GB, or unlimited") @Usually("unlimited")
        String inputMemory,

        @Explained("processor seconds a second for preparing batches; 0 is no limit") @Usually("0")
        double inputCpu,

        @Explained("damaged pictures to leave out before giving up") @Usually("0")
        int skipCorrupt) {

    public InputChapter {
        Check.that(
                "input-memory",
                MemoryLimit.isValid(inputMemory),
                "a size such as 512MiB or 2GB, or unlimited",
                inputMemory);
        Check.that("input-cpu", inputCpu >= 0 && Double.isFinite(inputCpu), "at least 0", inputCpu);
        Check.that("skip-corrupt", skipCorrupt >= 0, "at least 0", skipCorrupt);
    }

    /** Empty for unlimited. */
    public Optional<Bytes> budget() {
        return MemoryLimit.of(inputMemory);
    }
}
