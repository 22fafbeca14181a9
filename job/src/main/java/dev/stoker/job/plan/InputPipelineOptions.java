package dev.stoker.job.plan;

import dev.stoker.core.Bytes;
import dev.stoker.data.LastBatch;
import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.job.plan.value.CacheMode;
import dev.stoker.job.plan.value.NearMode;
import dev.stoker.job.plan.value.ShuffleMode;
import java.util.Optional;

/** The input pipeline and its resources. */
@OptionGroup("Input pipeline")
public record InputPipelineOptions(
        @Description(
                "shuffle of the training images in each epoch: full (uniform), none, window:N, or blocks:SIZExGROUP,"
                        + " blocks of neighbors that are mixed in groups of blocks (64 where only the SIZE is given)")
        @Default("full")
        ShuffleMode shuffle,

        @Description("sampling of the training images: uniform, each once per epoch, or balanced, every class equally"
                + " often, in epochs of the same number of images")
        @Default("uniform")
        SamplingMode sampling,

        @Description("last batch of an epoch: short, drop, or wrap, which fills it from the start of the epoch")
        @Default("short")
        LastBatchMode lastBatch,

        @Description("order of training images: strict, or relaxed, which fills batches with the images that are ready"
                + " first; batches then differ from run to run")
        @Default("strict")
        OrderMode order,

        @Description(
                "cache of encoded training images, before decoding and random transforms: none, memory (up to half of"
                        + " the Java heap and of input-memory), or a folder")
        @Default("none")
        CacheMode cache,

        @Description(
                "near cache of a set at an address: a part of its encoded images, always the same, kept in a folder of"
                        + " this machine, or in memory (/dev/shm); none is off")
        @Default("none")
        NearMode near,

        @Description(
                "limit of the near cache, such as 200GB, for all files in its folder; auto is half of what its disk"
                        + " has left")
        @Default("auto")
        Auto<Bytes> nearLimit,

        @Description("data loading workers (threads), or auto to tune them while training") @Default("auto")
        Auto<Integer> workers,

        @Description("prefetched batches, or auto") @Default("auto")
        Auto<Integer> prefetch,

        @Description(
                "threads that read files ahead of the workers into the page cache, or auto to tune them; 0 is none")
        @Default("auto")
        Auto<Integer> readers,

        @Description(
                "memory limit of the input pipeline: prefetched batches, caches and decoding, once for training and"
                        + " once for evaluation, such as 2GB, or unlimited; see memory for the whole process")
        @Default("unlimited")
        Optional<Bytes> inputMemory,

        @Description("CPU limit of the input pipeline in cores, such as 1.5; 0 is no limit") @Default("0")
        double inputCpu,

        @Description("maximum number of corrupt images to skip before failing") @Default("0")
        int skipCorrupt)
        implements Options {

    /** Which training images an epoch has. */
    public enum SamplingMode {
        /** Each once. */
        UNIFORM,
        /** Those of rare classes several times, and a part of those of frequent ones. */
        BALANCED
    }

    /** Whether training images keep the order of the shuffle. */
    public enum OrderMode {
        STRICT,
        /** A slow image delays nothing else; every epoch still has every image once. */
        RELAXED
    }

    /** What becomes of the images after the last full batch of an epoch. */
    public enum LastBatchMode {
        SHORT,
        DROP,
        WRAP;

        /** The same for the input pipeline. */
        public LastBatch toLastBatch() {
            return switch (this) {
                case SHORT -> LastBatch.SHORT;
                case DROP -> LastBatch.DROPPED;
                case WRAP -> LastBatch.WRAPPED;
            };
        }
    }

    private static final Bytes LEAST_NEAR = Bytes.ofMebibytes(1);

    public InputPipelineOptions {
        KeyCheck.that("workers", workers.isAutoOr(count -> count >= 1), "at least 1, or auto", workers);
        KeyCheck.that("prefetch", prefetch.isAutoOr(count -> count >= 1), "at least 1, or auto", prefetch);
        KeyCheck.that("readers", readers.isAutoOr(count -> count >= 0), "at least 0, or auto", readers);
        KeyCheck.that(
                "near-limit",
                nearLimit.isAutoOr(limit -> limit.count() >= LEAST_NEAR.count()),
                "at least %s, or auto".formatted(LEAST_NEAR),
                nearLimit);
        Plan.refuseEmpty("input-memory", inputMemory);
        KeyCheck.that("input-cpu", inputCpu >= 0 && Double.isFinite(inputCpu), "at least 0", inputCpu);
        KeyCheck.that("skip-corrupt", skipCorrupt >= 0, "at least 0", skipCorrupt);
    }

    /** With another memory limit. */
    public InputPipelineOptions withInputMemory(Bytes limit) {
        return new InputPipelineOptions(
                shuffle,
                sampling,
                lastBatch,
                order,
                cache,
                near,
                nearLimit,
                workers,
                prefetch,
                readers,
                Optional.of(limit),
                inputCpu,
                skipCorrupt);
    }
}
