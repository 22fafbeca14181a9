package dev.stoker.telemetry.hardware;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What the sensors of a GPU say at one time; a value that the device or its driver does not report is absent.
 *
 * @param index of the GPU, in the order of the PCI bus
 * @param utilization the share of the last sampling period in which a kernel was running
 * @param jpegUtilization the same of the JPEG engine
 * @param decoderUtilization the same of the video decoder
 * @param memory in use, by all processes
 * @param energy in joules, since the driver was loaded
 * @param pcieReceived bytes per second from the host
 * @param pcieSent bytes per second to the host
 * @param throttling why the clocks are lower than they could be; idle devices say so
 */
public record GpuReading(
        int index,
        OptionalDouble utilization,
        OptionalDouble jpegUtilization,
        OptionalDouble decoderUtilization,
        OptionalLong memory,
        OptionalLong totalMemory,
        OptionalDouble celsius,
        OptionalDouble watts,
        OptionalDouble energy,
        OptionalDouble coreMegahertz,
        OptionalDouble memoryMegahertz,
        OptionalDouble pcieReceived,
        OptionalDouble pcieSent,
        OptionalDouble pcieGeneration,
        OptionalDouble pcieWidth,
        List<ThrottleReason> throttling) {
    public GpuReading {
        throttling = List.copyOf(throttling);
    }
}
