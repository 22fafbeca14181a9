package dev.stoker.job.internal.setup;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.DeviceRoutes;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.job.plan.DevicePlacementOptions;
import dev.stoker.job.plan.DevicePlacementOptions.AugmentDevice;
import dev.stoker.job.plan.DevicePlacementOptions.DecodeDevice;
import dev.stoker.job.plan.DevicePlacementOptions.Resident;
import java.util.Locale;

/** Keys about the image route that contradict each other, or the dataset. */
final class ImageRouteConflicts {
    private ImageRouteConflicts() {}

    static void refuse(DevicePlacementOptions placement, ImageDataset dataset) {
        boolean isEncoded = dataset.training().deviceRoutes() instanceof DeviceRoutes.Encoded;
        refuseIf(
                placement.augment() == AugmentDevice.DEVICE && placement.resident() == Resident.OFF && !isEncoded,
                "augment device augments device-resident images, and resident off keeps none there; remove one of them",
                "augment",
                "resident");
        refuseIf(
                placement.augment() == AugmentDevice.CPU && placement.resident() == Resident.ON,
                "resident on keeps images on the device, and augment cpu augments them on the host; remove one of them",
                "resident",
                "augment");
        refuseIf(
                placement.augment() == AugmentDevice.CPU && placement.decode() == DecodeDevice.DEVICE,
                "decode device decodes images on the device, and augment cpu augments them on the host; remove one of"
                        + " them",
                "decode",
                "augment");
        refuseIf(
                placement.decode() == DecodeDevice.DEVICE
                        && !isEncoded
                        && dataset.training().evaluationTransforms().isPresent(),
                "decode device decodes images in color, and channels is %d; remove one of them"
                        .formatted(dataset.shape().channels()),
                "decode",
                "channels");
        refuseIf(
                placement.decode() == DecodeDevice.DEVICE && !isEncoded,
                "decode device is for encoded images, and those of %s are stored as pixels; remove decode"
                        .formatted(dataset.name()),
                "decode");
        refuseIf(
                placement.decodeShare() != 1 && placement.decode() != DecodeDevice.DEVICE,
                "decode-share %s is for decode device, but decode is %s; change that, or remove decode-share"
                        .formatted(
                                placement.decodeShare(),
                                placement.decode().name().toLowerCase(Locale.ROOT)),
                "decode",
                "decode-share");
    }

    private static void refuseIf(boolean conflict, String message, String... keys) {
        if (conflict) {
            throw new StokerException(message).about(keys);
        }
    }
}
