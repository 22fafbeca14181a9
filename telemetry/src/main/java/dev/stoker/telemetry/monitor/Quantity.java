package dev.stoker.telemetry.monitor;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What is measured of a subject: its name in files, its title and its unit. */
public enum Quantity {
    UTILIZATION("utilization", "utilization", Unit.SHARE, Of.GPU),
    GPU_MEMORY("memory_bytes", "memory", Unit.BYTES, Of.GPU),
    TEMPERATURE("temperature_celsius", "temperature", Unit.CELSIUS, Of.GPU),
    POWER("power_watts", "power", Unit.WATTS, Of.GPU),
    ENERGY("energy_joules", "energy", Unit.JOULES, Of.GPU),
    CORE_CLOCK("sm_clock_mhz", "SM clock", Unit.MEGAHERTZ, Of.GPU),
    MEMORY_CLOCK("memory_clock_mhz", "memory clock", Unit.MEGAHERTZ, Of.GPU),
    PCIE_RECEIVED("pcie_received_bytes_per_second", "PCIe received", Unit.BYTES_PER_SECOND, Of.GPU),
    PCIE_SENT("pcie_sent_bytes_per_second", "PCIe sent", Unit.BYTES_PER_SECOND, Of.GPU),
    PCIE_GENERATION("pcie_generation", "PCIe generation", Unit.COUNT, Of.GPU),
    PCIE_WIDTH("pcie_width", "PCIe width", Unit.COUNT, Of.GPU),
    JPEG_UTILIZATION("jpeg_utilization", "JPEG engine", Unit.SHARE, Of.GPU),
    DECODER_UTILIZATION("decoder_utilization", "video decoder", Unit.SHARE, Of.GPU),
    CPU_CORES("cpu_cores", "CPU cores", Unit.CORES, Of.MACHINE, Of.PROCESS),
    MEMORY("memory_bytes", "memory", Unit.BYTES, Of.MACHINE, Of.PROCESS),
    PAGE_CACHE("page_cache_bytes", "page cache", Unit.BYTES, Of.MACHINE),
    READ("read_bytes_per_second", "read", Unit.BYTES_PER_SECOND, Of.PROCESS),
    DISK_READ("disk_read_bytes_per_second", "disk read", Unit.BYTES_PER_SECOND, Of.MACHINE, Of.PROCESS),
    DISK_WRITTEN("disk_written_bytes_per_second", "disk written", Unit.BYTES_PER_SECOND, Of.MACHINE, Of.PROCESS),
    PROCESSES("count", "processes", Unit.COUNT, Of.PROCESS);

    /** What can be measured. */
    private enum Of {
        GPU,
        MACHINE,
        PROCESS
    }

    /** The subjects besides GPUs, which are numbered: gpu0, gpu1. */
    public static final String MACHINE = "machine";

    public static final String PROCESS = "process";

    private static final String GPU_PREFIX = "gpu";

    private final String key;
    private final String title;
    private final Unit unit;

    @SuppressWarnings("ImmutableEnumChecker") // a copy that nobody can change
    private final Set<Of> subjects;

    Quantity(String key, String title, Unit unit, Of... subjects) {
        this.key = key;
        this.title = title;
        this.unit = unit;
        this.subjects = Set.of(subjects);
    }

    public static String gpu(int index) {
        return GPU_PREFIX + index;
    }

    /** The quantities of a subject, in order. */
    public static List<Quantity> of(String subject) {
        var kind = switch (subject) {
            case MACHINE -> Of.MACHINE;
            case PROCESS -> Of.PROCESS;
            default -> Of.GPU;
        };
        return Arrays.stream(values())
                .filter(quantity -> quantity.subjects.contains(kind))
                .toList();
    }

    /** The name of the quantity of a subject in files: gpu0_power_watts. */
    public String key(String subject) {
        return subject + "_" + key;
    }

    /** Whether it adds up since the start, so that only the last value means something. */
    public boolean isTotal() {
        return this == ENERGY;
    }

    public String title() {
        return title;
    }

    public Unit unit() {
        return unit;
    }
}
