package dev.stoker.telemetry.hardware;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** One GPU of an open NVML. */
final class NvmlSensor {
    private static final int TEXT_BYTES = 96;
    private static final int CORE_TEMPERATURE = 0;
    private static final int CORE_CLOCK = 1;
    private static final int MEMORY_CLOCK = 2;
    private static final int MEMORY_FIELDS = 5;
    private static final int MEMORY_VERSION = 2;
    private static final int VERSION_SHIFT = 24;

    private final Nvml nvml;
    private final int index;
    private final MemorySegment device;
    private final PcieThroughput pcie;

    NvmlSensor(Nvml nvml, int index, MemorySegment device) {
        this.nvml = nvml;
        this.index = index;
        this.device = device;
        pcie = new PcieThroughput(nvml, device);
    }

    int index() {
        return index;
    }

    String name() {
        try (var arena = Arena.ofConfined()) {
            MemorySegment text = arena.allocate(TEXT_BYTES);
            return nvml.callIfPossible("nvmlDeviceGetName", device, text, TEXT_BYTES) ? text.getString(0) : "GPU";
        }
    }

    GpuReading read() {
        try (var arena = Arena.ofConfined()) {
            var memory = memory(arena);
            var pcieRate = pcie.read(arena);
            return new GpuReading(
                    index,
                    percent(pair(arena, "nvmlDeviceGetUtilizationRates")),
                    percent(withPeriod(arena, "nvmlDeviceGetJpgUtilization")),
                    percent(withPeriod(arena, "nvmlDeviceGetDecoderUtilization")),
                    memory.used,
                    memory.total,
                    integer(arena, "nvmlDeviceGetTemperature", CORE_TEMPERATURE),
                    scaled(integer(arena, "nvmlDeviceGetPowerUsage"), 1e-3),
                    scaled(number(arena, "nvmlDeviceGetTotalEnergyConsumption"), 1e-3),
                    integer(arena, "nvmlDeviceGetClockInfo", CORE_CLOCK),
                    integer(arena, "nvmlDeviceGetClockInfo", MEMORY_CLOCK),
                    pcieRate.received(),
                    pcieRate.sent(),
                    integer(arena, "nvmlDeviceGetCurrPcieLinkGeneration"),
                    integer(arena, "nvmlDeviceGetCurrPcieLinkWidth"),
                    throttling(arena));
        }
    }

    private record Memory(OptionalLong total, OptionalLong used) {}

    /** nvmlMemory_v2_t: version, total, reserved by the driver, free, used. Older drivers count the reserved memory as used. */
    private Memory memory(Arena arena) {
        MemorySegment detailed = arena.allocate(JAVA_LONG, MEMORY_FIELDS);
        detailed.set(JAVA_INT, 0, MEMORY_FIELDS * Long.BYTES | MEMORY_VERSION << VERSION_SHIFT);
        if (nvml.callIfPossible("nvmlDeviceGetMemoryInfo_v2", device, detailed)) {
            return new Memory(
                    OptionalLong.of(detailed.getAtIndex(JAVA_LONG, 1)),
                    OptionalLong.of(detailed.getAtIndex(JAVA_LONG, MEMORY_FIELDS - 1)));
        }
        MemorySegment memory = arena.allocate(JAVA_LONG, 3);
        return nvml.callIfPossible("nvmlDeviceGetMemoryInfo", device, memory)
                ? new Memory(
                        OptionalLong.of(memory.getAtIndex(JAVA_LONG, 0)),
                        OptionalLong.of(memory.getAtIndex(JAVA_LONG, 2)))
                : new Memory(OptionalLong.empty(), OptionalLong.empty());
    }

    /** The function has had another name since 2023. */
    private List<ThrottleReason> throttling(Arena arena) {
        var bits = number(arena, "nvmlDeviceGetCurrentClocksEventReasons");
        if (bits.isEmpty()) {
            bits = number(arena, "nvmlDeviceGetCurrentClocksThrottleReasons");
        }
        return ThrottleReason.of((long) bits.orElse(0));
    }

    private OptionalDouble integer(Arena arena, String function) {
        MemorySegment value = arena.allocate(JAVA_INT);
        return value(nvml.callIfPossible(function, device, value), value);
    }

    private OptionalDouble integer(Arena arena, String function, int what) {
        MemorySegment value = arena.allocate(JAVA_INT);
        return value(nvml.callIfPossible(function, device, what, value), value);
    }

    /** The first of two integers in one structure. */
    private OptionalDouble pair(Arena arena, String function) {
        MemorySegment value = arena.allocate(JAVA_INT, 2);
        return value(nvml.callIfPossible(function, device, value), value);
    }

    /** Of engines, NVML also tells the sampling period. */
    private OptionalDouble withPeriod(Arena arena, String function) {
        MemorySegment value = arena.allocate(JAVA_INT);
        return value(nvml.callIfPossible(function, device, value, arena.allocate(JAVA_INT)), value);
    }

    private OptionalDouble number(Arena arena, String function) {
        MemorySegment value = arena.allocate(JAVA_LONG);
        return nvml.callIfPossible(function, device, value)
                ? OptionalDouble.of((double) value.get(JAVA_LONG, 0))
                : OptionalDouble.empty();
    }

    private static OptionalDouble value(boolean there, MemorySegment value) {
        return there
                ? OptionalDouble.of((double) Integer.toUnsignedLong(value.get(JAVA_INT, 0)))
                : OptionalDouble.empty();
    }

    private static OptionalDouble percent(OptionalDouble value) {
        return scaled(value, 0.01);
    }

    private static OptionalDouble scaled(OptionalDouble value, double factor) {
        return value.isPresent() ? OptionalDouble.of(factor * value.getAsDouble()) : value;
    }
}
