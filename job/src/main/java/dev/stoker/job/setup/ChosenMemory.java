package dev.stoker.job.setup;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.job.internal.setup.MemoryEstimate;
import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.hardware.HostMemory;
import java.util.Optional;

/**
 * Stage after the batch size: what the input pipeline may use where the whole process is limited, by the plan or by a
 * container. It gets what the other parts leave.
 *
 * @param plan with the memory limit of the input pipeline
 * @param note what each part may use, in one line; empty where nothing is limited
 */
public record ChosenMemory(Plan plan, Optional<String> note) {
    /** Training and evaluation have a pipeline each, and each may use its limit. */
    private static final int PIPELINES = 2;

    /** Fewer batches than this cannot be filled while one is used. */
    private static final int FEWEST_BATCHES = 3;

    /** Read buffers and scratch memory of a worker, besides batches. */
    private static final long FEWEST_SCRATCH = 8L << 20;

    public static ChosenMemory of(OpenedData data, BuiltModel built, ChosenBatchSize batch) {
        var plan = batch.plan();
        var shares = MemoryEstimate.of(plan, built.model(), data.device());
        long fewest = FEWEST_SCRATCH
                + (long) FEWEST_BATCHES
                        * plan.training().batchSize()
                        * data.dataset().format().bytes();
        return plan.run()
                .memory()
                .map(limit -> limited(plan, shares, limit, fewest))
                .or(() -> HostMemory.containerLimit().map(limit -> contained(plan, shares, limit, fewest)))
                .orElseGet(() -> unlimited(plan, shares));
    }

    private static ChosenMemory limited(Plan plan, MemoryShares shares, Bytes limit, long fewest) {
        long left = left(shares, limit);
        if (left < fewest) {
            throw new StokerException(
                            "memory %s is too small: this run needs about %s, of which the most is %s; give it"
                                            .formatted(
                                                    limit,
                                                    new Bytes(shares.fixed().count() + PIPELINES * fewest),
                                                    shares.dominating())
                                    + " that much, or use a smaller batch, model or size")
                    .about("memory", "batch", "size");
        }
        return within(plan, shares, left, "at most %s as asked".formatted(limit));
    }

    /** A limit that nobody asked for refuses nothing, as it is compared with an estimate. */
    private static ChosenMemory contained(Plan plan, MemoryShares shares, Bytes limit, long fewest) {
        return within(
                plan, shares, Math.max(fewest, left(shares, limit)), "at most %s by the container".formatted(limit));
    }

    private static long left(MemoryShares shares, Bytes limit) {
        return Math.max(0, limit.count() - shares.fixed().count()) / PIPELINES;
    }

    private static ChosenMemory within(Plan plan, MemoryShares shares, long left, String limit) {
        var asked = plan.inputPipeline().inputMemory();
        var input = asked.filter(given -> given.count() <= left).orElse(new Bytes(left));
        return new ChosenMemory(
                plan.with(plan.inputPipeline().withInputMemory(input)),
                Optional.of("%s: input pipeline %s for training and as much for evaluation, %s"
                        .formatted(limit, input, shares)));
    }

    private static ChosenMemory unlimited(Plan plan, MemoryShares shares) {
        return new ChosenMemory(
                plan,
                plan.inputPipeline()
                        .inputMemory()
                        .map(input ->
                                "input pipeline at most %s for training and as much for evaluation; not limited: %s"
                                        .formatted(input, shares)));
    }
}
