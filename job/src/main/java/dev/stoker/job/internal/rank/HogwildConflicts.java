package dev.stoker.job.internal.rank;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.train.step.Precision;

/** What threads that train the same weights without locks cannot do. */
public final class HogwildConflicts {
    private HogwildConflicts() {}

    /** {@code plan} has the precision that was chosen for the device. */
    public static void refuse(Plan plan, Device device) {
        if (plan.distributed().hogwildThreads() == 0) {
            return;
        }
        refuse(
                device instanceof Device.Cuda,
                "is for a CPU, but the device is %s; use device cpu".formatted(device),
                "device");
        refuse(
                plan.device().deterministic(),
                "is never reproducible, but deterministic is true; remove one of them",
                "deterministic");
        refuse(
                plan.distributed().syncBatchNorm(),
                "has no ranks whose batch norms could be synchronized; remove sync-batch-norm",
                "sync-batch-norm");
        refuse(
                plan.step().precision().chosen() != Precision.FP32,
                "shares weights in fp32, but the precision is %s; use precision fp32"
                        .formatted(plan.step().precision().chosen().title()),
                "precision");
        refuse(plan.regularization().ema() > 0, "has no moment at which weights could be averaged; remove ema", "ema");
        refuse(
                plan.regularization().lookahead() > 0,
                "has no moment at which slow weights could be updated; remove lookahead",
                "lookahead");
        refuse(
                plan.regularization().sam() > 0,
                "has threads that would train on each other's ascents; remove sam",
                "sam");
        refuse(plan.regularization().swa() > 0, "has no moment at which weights could be averaged; remove swa", "swa");
        refuse(
                plan.compression().prune() > 0,
                "has no moment at which weights could be chosen for removal; remove prune",
                "prune");
        refuse(
                plan.run().histograms(),
                "has gradients for each thread, which no histogram shows; remove histograms",
                "histograms");
    }

    private static void refuse(boolean conflict, String why, String key) {
        if (conflict) {
            throw new StokerException("hogwild " + why).about(key);
        }
    }
}
