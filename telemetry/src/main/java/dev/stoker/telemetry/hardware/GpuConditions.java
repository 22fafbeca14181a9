package dev.stoker.telemetry.hardware;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What slows a GPU down besides its load.
 *
 * @param persistence whether the driver stays loaded while no process uses it; empty where it does not say
 * @param lanes of the PCIe link now; empty where the driver does not say
 * @param maximumLanes that device and slot could have
 */
public record GpuConditions(Optional<Boolean> persistence, OptionalInt lanes, OptionalInt maximumLanes) {
    private static final String LIBRARY = "libnvidia-ml.so.1";

    /** Of each GPU, in the order of the PCI bus; none without a driver. */
    public static List<GpuConditions> ofAll() {
        return read(LIBRARY);
    }

    static List<GpuConditions> read(String library) {
        try (var arena = Arena.ofConfined();
                var nvml = Nvml.open(library)) {
            MemorySegment count = arena.allocate(JAVA_INT);
            nvml.call("nvmlDeviceGetCount_v2", count);
            return IntStream.range(0, count.get(JAVA_INT, 0))
                    .mapToObj(index -> of(nvml, arena, index))
                    .toList();
        } catch (Nvml.Failure _) {
            return List.of();
        }
    }

    private static GpuConditions of(Nvml nvml, Arena arena, int index) {
        MemorySegment handle = arena.allocate(ADDRESS);
        nvml.call("nvmlDeviceGetHandleByIndex_v2", index, handle);
        var device = handle.get(ADDRESS, 0);
        var persistence = number(nvml, arena, device, "nvmlDeviceGetPersistenceMode");
        return new GpuConditions(
                persistence.isPresent() ? Optional.of(persistence.getAsInt() != 0) : Optional.empty(),
                number(nvml, arena, device, "nvmlDeviceGetCurrPcieLinkWidth"),
                number(nvml, arena, device, "nvmlDeviceGetMaxPcieLinkWidth"));
    }

    private static OptionalInt number(Nvml nvml, Arena arena, MemorySegment device, String function) {
        MemorySegment value = arena.allocate(JAVA_INT);
        try {
            return nvml.callIfSupported(function, device, value)
                    ? OptionalInt.of(value.get(JAVA_INT, 0))
                    : OptionalInt.empty();
        } catch (Nvml.Failure _) {
            return OptionalInt.empty();
        }
    }
}
