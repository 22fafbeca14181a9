package dev.stoker.datasets;

import dev.stoker.core.image.ImageRoute;

/** The routes through a device that are open to the images of a split, which depends on how they are stored. */
public sealed interface DeviceRoutes {
    /** Of samples that a device cannot augment, such as the rows of a table. */
    record None() implements DeviceRoutes {}

    /** Of pixels of one shape in memory: a device can keep all of them. */
    record Resident(ImageRoute.DeviceResident route) implements DeviceRoutes {}

    /** Of encoded images of any size. To find a row layout in which nearly all fit, the headers of some are read. */
    non-sealed interface Encoded extends DeviceRoutes {
        /** CPU workers decode, the device augments. */
        ImageRoute.DeviceAugmented deviceAugmented();

        /** The device decodes a share of the images and augments all of them. */
        ImageRoute.DeviceDecoded deviceDecoded(double share);
    }
}
