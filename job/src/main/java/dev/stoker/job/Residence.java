package dev.stoker.job;

import dev.stoker.core.Bytes;
import dev.stoker.core.PictureRows;
import dev.stoker.core.Seed;
import dev.stoker.core.StokerException;
import dev.stoker.data.Resources;
import dev.stoker.datasets.ImageSet;
import dev.stoker.datasets.ResidentPart;
import dev.stoker.job.plan.PlaceChapter.AugmentPlace;
import dev.stoker.job.plan.PlaceChapter.DecodePlace;
import dev.stoker.job.plan.PlaceChapter.Resident;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.GpuSettings;
import java.util.Locale;
import java.util.Optional;

/**
 * Where training pictures are made: by workers of the host, or on the device out of pictures that lie there or come with each
 * batch. All ways draw the same for the same sample.
 *
 * @param layout how pictures travel that come with each batch
 * @param share the part of those pictures that the device decodes, where it does
 * @param note why, for people
 */
record Residence(Making making, Optional<PictureRows> layout, double share, String note) {
    /** The share of a GPU's free memory that pictures may take unasked. */
    static final double UNASKED = 0.25;

    enum Making {
        /** In full by workers. */
        BY_WORKERS,
        /** On the device, where all of them lie. */
        OF_RESIDENTS,
        /** On the device, of pixels that workers have decoded. */
        OF_PIXELS,
        /** On the device, which decodes them. */
        OF_FILES
    }

    static Residence byWorkers(String note) {
        return new Residence(Making.BY_WORKERS, Optional.empty(), 1, note);
    }

    Residence noted(String other) {
        return new Residence(making, layout, share, other);
    }

    boolean onDevice() {
        return making != Making.BY_WORKERS;
    }

    /** Refuses what was asked for and cannot be. */
    static Residence of(Plan plan, ImageSet set, Device device, Resources resources) {
        refuseContradictions(plan, set);
        if (set.training().travelling().isPresent()) {
            return Travel.of(plan, set, device, resources);
        }
        boolean asked =
                plan.places().augment() == AugmentPlace.DEVICE || plan.places().resident() == Resident.ON;
        if (plan.places().augment() == AugmentPlace.CPU || plan.places().resident() == Resident.OFF) {
            return byWorkers("made by workers, as asked");
        }
        var obstacle = obstacle(plan, set);
        if (asked && obstacle.isPresent()) {
            throw new StokerException(
                    "training pictures cannot be made on the device: %s; leave --augment and --resident out"
                            .formatted(obstacle.get()));
        }
        if (obstacle.isPresent()) {
            return byWorkers("made by workers: " + obstacle.get());
        }
        var bytes = new Bytes((long) set.training().size() * set.shape().bytes());
        return asked ? here(set, device, bytes) : automatic(set, device, bytes);
    }

    private static void refuseContradictions(Plan plan, ImageSet set) {
        boolean isForTravel = set.training().travelling().isPresent();
        if (plan.places().augment() == AugmentPlace.DEVICE
                && plan.places().resident() == Resident.OFF
                && !isForTravel) {
            throw new StokerException(
                    "augment device makes pictures out of those that lie on the device, and resident off keeps them"
                            + " away; leave one of them out");
        }
        if (plan.places().augment() == AugmentPlace.CPU && plan.places().resident() == Resident.ON) {
            throw new StokerException(
                    "resident on keeps pictures on the device, and augment cpu makes them elsewhere; leave one of them"
                            + " out");
        }
        if (plan.places().augment() == AugmentPlace.CPU && plan.places().decode() == DecodePlace.DEVICE) {
            throw new StokerException(
                    "decode device leaves pictures on the device, and augment cpu makes them elsewhere; leave one of"
                            + " them out");
        }
        if (plan.places().decode() == DecodePlace.DEVICE && !isForTravel) {
            throw new StokerException(
                    "decode device is for photographs, and the pictures of %s are stored as pixels; leave --decode out"
                            .formatted(set.name()));
        }
        if (plan.places().decodeShare() != 1 && plan.places().decode() != DecodePlace.DEVICE) {
            throw new StokerException(
                    "decode-share %s is for decode device, but decode is %s; change that, or leave --decode-share out"
                            .formatted(
                                    plan.places().decodeShare(),
                                    plan.places().decode().name().toLowerCase(Locale.ROOT)));
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
            for (var phase : plan.phases()) {
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
            case Device.Cpu _ -> byWorkers("made by workers, which are as fast as the CPU itself");
            case Device.Cuda cuda ->
                tooMuch(bytes, cuda)
                        .map(reason -> byWorkers("made by workers: " + reason))
                        .orElseGet(() -> here(set, device, bytes));
        };
    }

    /** Why so many bytes of pictures are more than a device should hold unasked. */
    static Optional<String> tooMuch(Bytes bytes, Device.Cuda device) {
        var free = new Bytes(GpuSettings.freeMemory(device));
        return bytes.count() <= UNASKED * free.count()
                ? Optional.empty()
                : Optional.of("%s of them would take more than a quarter of the %s that %s has free"
                        .formatted(bytes, free, device));
    }

    private static Residence here(ImageSet set, Device device, Bytes bytes) {
        return new Residence(
                Making.OF_RESIDENTS,
                Optional.empty(),
                1,
                "made on %s out of all %,d, which lie there (%s)"
                        .formatted(device, set.training().size(), bytes));
    }

    /** The plan with what was decided. */
    Plan applied(Plan plan) {
        return plan.with("augment", onDevice() ? "device" : "cpu")
                .with("resident", making == Making.OF_RESIDENTS ? "on" : "off")
                .with("decode", making == Making.OF_FILES ? "device" : "cpu")
                .with("decode-share", Double.toString(share));
    }
}
