package dev.stoker.job;

import dev.stoker.core.Bytes;
import dev.stoker.core.Seed;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.ImageSet;
import dev.stoker.datasets.ResidentPart;
import dev.stoker.job.Plan.AugmentPlace;
import dev.stoker.job.Plan.Resident;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.GpuSettings;
import java.util.Optional;

/**
 * Where training pictures are made: by workers of the host, or on the device out of pictures that all lie there. Both ways draw
 * the same for the same sample.
 *
 * @param note why, for people
 */
record Residence(boolean onDevice, String note) {
    /** The share of a GPU's free memory that pictures may take unasked. */
    private static final double UNASKED = 0.25;

    /** Refuses what was asked for and cannot be. */
    static Residence of(Plan plan, ImageSet set, Device device) {
        refuseContradictions(plan);
        boolean asked = plan.augment() == AugmentPlace.DEVICE || plan.resident() == Resident.ON;
        if (plan.augment() == AugmentPlace.CPU || plan.resident() == Resident.OFF) {
            return new Residence(false, "made by workers, as asked");
        }
        var obstacle = obstacle(plan, set);
        if (asked && obstacle.isPresent()) {
            throw new StokerException(
                    "training pictures cannot be made on the device: %s; leave --augment and --resident out"
                            .formatted(obstacle.get()));
        }
        if (obstacle.isPresent()) {
            return new Residence(false, "made by workers: " + obstacle.get());
        }
        var bytes = new Bytes((long) set.training().size() * set.shape().bytes());
        return asked ? here(set, device, bytes) : automatic(set, device, bytes);
    }

    private static void refuseContradictions(Plan plan) {
        if (plan.augment() == AugmentPlace.DEVICE && plan.resident() == Resident.OFF) {
            throw new StokerException(
                    "augment device makes pictures out of those that lie on the device, and resident off keeps them"
                            + " away; leave one of them out");
        }
        if (plan.augment() == AugmentPlace.CPU && plan.resident() == Resident.ON) {
            throw new StokerException(
                    "resident on keeps pictures on the device, and augment cpu makes them elsewhere; leave one of them"
                            + " out");
        }
    }

    /** Why parameters cannot stand for the pictures of this plan. */
    private static Optional<String> obstacle(Plan plan, ImageSet set) {
        var part = set.training().resident();
        return part.isEmpty()
                ? Optional.of("%s is no set of small pictures that lie in memory".formatted(set.name()))
                : part.flatMap(pictures -> refusal(plan, set, pictures));
    }

    private static Optional<String> refusal(Plan plan, ImageSet set, ResidentPart pictures) {
        try {
            for (var phase : Progression.of(plan)) {
                var shape = PlannedPhases.shape(phase, set);
                pictures.drawn(PlannedData.augmentation(plan, phase, shape), new Seed(0));
            }
            return Optional.empty();
        } catch (StokerException refusal) {
            return Optional.of(String.valueOf(refusal.getMessage()));
        }
    }

    private static Residence automatic(ImageSet set, Device device, Bytes bytes) {
        return switch (device) {
            case Device.Cpu _ -> new Residence(false, "made by workers, which are as fast as the CPU itself");
            case Device.Cuda cuda -> {
                var free = new Bytes(GpuSettings.freeMemory(cuda));
                yield bytes.count() <= UNASKED * free.count()
                        ? here(set, device, bytes)
                        : new Residence(
                                false,
                                "made by workers: %s of them would take more than a quarter of the %s that %s has free"
                                        .formatted(bytes, free, device));
            }
        };
    }

    private static Residence here(ImageSet set, Device device, Bytes bytes) {
        return new Residence(
                true,
                "made on %s out of all %,d, which lie there (%s)"
                        .formatted(device, set.training().size(), bytes));
    }

    /** The plan with what was decided. */
    Plan applied(Plan plan) {
        return plan.with("augment", onDevice ? "device" : "cpu").with("resident", onDevice ? "on" : "off");
    }
}
