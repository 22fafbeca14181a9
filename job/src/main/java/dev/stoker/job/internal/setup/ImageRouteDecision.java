package dev.stoker.job.internal.setup;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.ResidentImageSplit;
import dev.stoker.job.plan.DevicePlacementOptions;
import dev.stoker.job.plan.DevicePlacementOptions.AugmentDevice;
import dev.stoker.job.plan.DevicePlacementOptions.DecodeDevice;
import dev.stoker.job.plan.DevicePlacementOptions.Resident;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.cuda.GpuSettings;
import java.util.Locale;
import java.util.Optional;

/**
 * Where training images are made: by workers of the host, or on the device out of images that lie there or come with each
 * batch. All ways draw the same for the same sample.
 *
 * @param layout how images travel that come with each batch
 * @param share the part of those images that the device decodes, where it does
 * @param note why, for people
 */
public record ImageRouteDecision(RouteKind routeKind, Optional<ImageRowLayout> layout, double share, String note) {
    /** The share of a GPU's free memory that images may take unasked. */
    static final double MAX_AUTO_MEMORY_SHARE = 0.25;

    enum RouteKind {
        /** In full by workers. */
        HOST,
        /** On the device, where all of them lie. */
        DEVICE_RESIDENT,
        /** On the device, of pixels that workers have decoded. */
        DEVICE_AUGMENTED,
        /** On the device, which decodes them. */
        DEVICE_DECODED
    }

    static ImageRouteDecision onHost(String note) {
        return new ImageRouteDecision(RouteKind.HOST, Optional.empty(), 1, note);
    }

    ImageRouteDecision withNote(String other) {
        return new ImageRouteDecision(routeKind, layout, share, other);
    }

    public boolean onDevice() {
        return routeKind != RouteKind.HOST;
    }

    /** Refuses what was asked for and cannot be. */
    public static ImageRouteDecision of(Plan plan, ImageDataset set, Device device, PipelineResources resources) {
        refuseConflicts(plan, set);
        if (set.training().deviceAugmented().isPresent()) {
            return EncodedImageRouteDecision.of(plan, set, device, resources);
        }
        boolean asked = plan.placement().augment() == AugmentDevice.DEVICE
                || plan.placement().resident() == Resident.ON;
        if (plan.placement().augment() == AugmentDevice.CPU || plan.placement().resident() == Resident.OFF) {
            return onHost("made by workers, as asked");
        }
        var obstacle = obstacle(plan, set);
        if (asked && obstacle.isPresent()) {
            throw new StokerException(
                    "training images cannot be made on the device: %s; leave --augment and --resident out"
                            .formatted(obstacle.get()));
        }
        if (obstacle.isPresent()) {
            return onHost("made by workers: " + obstacle.get());
        }
        var bytes = new Bytes((long) set.training().size() * set.shape().bytes());
        return asked ? here(set, device, bytes) : automatic(set, device, bytes);
    }

    private static void refuseConflicts(Plan plan, ImageDataset set) {
        boolean isForTravel = set.training().deviceAugmented().isPresent();
        if (plan.placement().augment() == AugmentDevice.DEVICE
                && plan.placement().resident() == Resident.OFF
                && !isForTravel) {
            throw new StokerException(
                    "augment device makes images out of those that lie on the device, and resident off keeps them"
                            + " away; leave one of them out");
        }
        if (plan.placement().augment() == AugmentDevice.CPU && plan.placement().resident() == Resident.ON) {
            throw new StokerException(
                    "resident on keeps images on the device, and augment cpu makes them elsewhere; leave one of them"
                            + " out");
        }
        if (plan.placement().augment() == AugmentDevice.CPU && plan.placement().decode() == DecodeDevice.DEVICE) {
            throw new StokerException(
                    "decode device leaves images on the device, and augment cpu makes them elsewhere; leave one of"
                            + " them out");
        }
        if (plan.placement().decode() == DecodeDevice.DEVICE && !isForTravel) {
            throw new StokerException(
                    "decode device is for photographs, and the images of %s are stored as pixels; leave --decode out"
                            .formatted(set.name()));
        }
        if (plan.placement().decodeShare() != 1 && plan.placement().decode() != DecodeDevice.DEVICE) {
            throw new StokerException(
                    "decode-share %s is for decode device, but decode is %s; change that, or leave --decode-share out"
                            .formatted(
                                    plan.placement().decodeShare(),
                                    plan.placement().decode().name().toLowerCase(Locale.ROOT)));
        }
    }

    /** Why parameters cannot stand for the images of this plan. */
    private static Optional<String> obstacle(Plan plan, ImageDataset set) {
        var part = set.training().resident();
        return part.isEmpty()
                ? Optional.of("%s is no set of small images that lie in memory".formatted(set.name()))
                : part.flatMap(images -> refusal(plan, set, images));
    }

    private static Optional<String> refusal(Plan plan, ImageDataset set, ResidentImageSplit images) {
        try {
            for (var phase : plan.phases()) {
                var shape = PlannedPhases.shape(phase, set);
                images.drawn(PhaseTrainingData.augmentation(plan, phase, shape), new Seed(0));
            }
            return Optional.empty();
        } catch (StokerException refusal) {
            return Optional.of(String.valueOf(refusal.getMessage()));
        }
    }

    private static ImageRouteDecision automatic(ImageDataset set, Device device, Bytes bytes) {
        return switch (device) {
            case Device.Cpu _ -> onHost("made by workers, which are as fast as the CPU itself");
            case Device.Cuda cuda ->
                memoryObstacle(bytes, cuda)
                        .map(reason -> onHost("made by workers: " + reason))
                        .orElseGet(() -> here(set, device, bytes));
        };
    }

    /** Why so many bytes of images are more than a device should hold unasked. */
    static Optional<String> memoryObstacle(Bytes bytes, Device.Cuda device) {
        var free = new Bytes(GpuSettings.freeMemory(device));
        return bytes.count() <= MAX_AUTO_MEMORY_SHARE * free.count()
                ? Optional.empty()
                : Optional.of("%s of them would take more than a quarter of the %s that %s has free"
                        .formatted(bytes, free, device));
    }

    private static ImageRouteDecision here(ImageDataset set, Device device, Bytes bytes) {
        return new ImageRouteDecision(
                RouteKind.DEVICE_RESIDENT,
                Optional.empty(),
                1,
                "made on %s out of all %,d, which lie there (%s)"
                        .formatted(device, set.training().size(), bytes));
    }

    /** The plan with what was decided. */
    public Plan applied(Plan plan) {
        return plan.with(new DevicePlacementOptions(
                onDevice() ? AugmentDevice.DEVICE : AugmentDevice.CPU,
                routeKind == RouteKind.DEVICE_RESIDENT ? Resident.ON : Resident.OFF,
                routeKind == RouteKind.DEVICE_DECODED ? DecodeDevice.DEVICE : DecodeDevice.CPU,
                share));
    }
}
