package dev.stoker.telemetry.hardware;

import dev.stoker.core.Bytes;

/**
 * A GPU as its driver sees it. The index counts in the order of the PCI bus; CUDA may number the same devices
 * differently; the UUID identifies them.
 */
public record Gpu(
        int index,
        String name,
        Bytes totalMemory,
        Bytes usedMemory,
        int utilizationPercent,
        String computeCapability,
        String uuid) {
    /** The utilization of a device that does not report one, such as a GPU partitioned into instances. */
    public static final int NOT_REPORTED = -1;

    public Gpu {
        if (index < 0) {
            throw new IllegalArgumentException("the index of a GPU cannot be negative, got " + index);
        }
        if (utilizationPercent < NOT_REPORTED || utilizationPercent > 100) {
            throw new IllegalArgumentException(
                    "the utilization of a GPU is between 0 and 100 percent, got " + utilizationPercent);
        }
    }
}
