package dev.stoker.telemetry.hardware;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.stoker.core.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/** Queries NVML, the driver's management library, for its devices. */
final class NvmlProbe {
    /** The maximum length of texts in nvml.h. */
    private static final int TEXT_BYTES = 96;

    private final Nvml nvml;
    private final Arena arena;

    private NvmlProbe(Nvml nvml, Arena arena) {
        this.nvml = nvml;
        this.arena = arena;
    }

    static Gpus probe(String library) {
        try (var arena = Arena.ofConfined();
                var nvml = Nvml.open(library)) {
            return new NvmlProbe(nvml, arena).found();
        } catch (Nvml.Failure failure) {
            return new Gpus.Missing(failure.reason());
        }
    }

    private Gpus.Found found() {
        MemorySegment count = arena.allocate(JAVA_INT);
        nvml.call("nvmlDeviceGetCount_v2", count);
        return new Gpus.Found(
                text("nvmlSystemGetDriverVersion"),
                cudaVersion(),
                IntStream.range(0, count.get(JAVA_INT, 0)).mapToObj(this::gpu).toList());
    }

    private Gpu gpu(int index) {
        MemorySegment device = device(index);
        Usage usage = usage(device);
        return new Gpu(
                index,
                text("nvmlDeviceGetName", device),
                usage.total(),
                usage.used(),
                utilization(device),
                computeCapability(device),
                text("nvmlDeviceGetUUID", device));
    }

    private MemorySegment device(int index) {
        MemorySegment device = arena.allocate(ADDRESS);
        nvml.call("nvmlDeviceGetHandleByIndex_v2", index, device);
        return device.get(ADDRESS, 0);
    }

    private record Usage(Bytes total, Bytes used) {}

    /** nvmlMemory_t: total, free, used. A GPU that shares the machine's memory has none of its own to report. */
    private Usage usage(MemorySegment device) {
        MemorySegment memory = arena.allocate(JAVA_LONG, 3);
        nvml.callIfSupported("nvmlDeviceGetMemoryInfo", device, memory);
        return new Usage(new Bytes(memory.getAtIndex(JAVA_LONG, 0)), new Bytes(memory.getAtIndex(JAVA_LONG, 2)));
    }

    /** nvmlUtilization_t: gpu, memory. */
    private int utilization(MemorySegment device) {
        MemorySegment rates = arena.allocate(JAVA_INT, 2);
        boolean supported = nvml.callIfSupported("nvmlDeviceGetUtilizationRates", device, rates);
        return supported ? rates.getAtIndex(JAVA_INT, 0) : Gpu.NOT_REPORTED;
    }

    private String computeCapability(MemorySegment device) {
        MemorySegment major = arena.allocate(JAVA_INT);
        MemorySegment minor = arena.allocate(JAVA_INT);
        nvml.call("nvmlDeviceGetCudaComputeCapability", device, major, minor);
        return major.get(JAVA_INT, 0) + "." + minor.get(JAVA_INT, 0);
    }

    /** NVML writes 13.1 as 13010. */
    private String cudaVersion() {
        MemorySegment version = arena.allocate(JAVA_INT);
        nvml.call("nvmlSystemGetCudaDriverVersion_v2", version);
        int encoded = version.get(JAVA_INT, 0);
        return encoded / 1000 + "." + encoded % 1000 / 10;
    }

    private String text(String function) {
        MemorySegment text = arena.allocate(TEXT_BYTES);
        nvml.call(function, text, TEXT_BYTES);
        return text.getString(0);
    }

    private String text(String function, MemorySegment device) {
        MemorySegment text = arena.allocate(TEXT_BYTES);
        nvml.call(function, device, text, TEXT_BYTES);
        return text.getString(0);
    }
}
