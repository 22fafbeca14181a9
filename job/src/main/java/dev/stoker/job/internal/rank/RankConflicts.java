package dev.stoker.job.internal.rank;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.InputPipelineOptions.OrderMode;
import dev.stoker.job.plan.Plan;

/** What several ranks cannot do together. */
public final class RankConflicts {
    private RankConflicts() {}

    /** {@code images} are those of the training split. */
    public static void refuse(Plan plan, int world, int images) {
        if (plan.distributed().hogwildThreads() > 0) {
            throw new StokerException(
                            "hogwild trains on threads of one process, and not on ranks; start it without them")
                    .about("hogwild-threads");
        }
        if (world == 1) {
            return;
        }
        int batch = plan.imagesPerStep();
        if (batch < world) {
            throw new StokerException(
                            "a global batch of %d is too small for %d ranks; give each at least one image, or start fewer"
                                    .formatted(batch, world))
                    .about("global-batch");
        }
        if (plan.inputPipeline().skipCorrupt() > 0 && plan.distributed().syncBatchNorm()) {
            throw new StokerException(
                            "sync-batch-norm needs an image of each batch on each of the %d ranks, and skip-corrupt may leave none; leave corrupt images out with `stoker prepare --damaged skip`"
                                    .formatted(world))
                    .about("skip-corrupt", "sync-batch-norm");
        }
        if (plan.inputPipeline().order() != OrderMode.STRICT) {
            throw new StokerException(
                            "%d ranks share batches by the order of their images; use order strict".formatted(world))
                    .about("order");
        }
        int last = images % batch;
        if (plan.distributed().syncBatchNorm() && last > 0 && last < world) {
            throw new StokerException(
                            "the last batch of an epoch has %d images, fewer than the %d ranks that normalize it together; use last-batch drop"
                                    .formatted(last, world))
                    .about("last-batch");
        }
    }
}
