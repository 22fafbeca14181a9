package dev.stoker.telemetry.hardware;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sensors of GPUs by NVML, which stays initialized while this is open. Reading never fails; what is not there is absent. */
public final class GpuSensors implements AutoCloseable {
    private static final String LIBRARY = "libnvidia-ml.so.1";

    private final @Nullable Nvml nvml;
    private final Optional<String> whyNone;
    private final List<NvmlSensor> sensors;
    private boolean closed;

    private GpuSensors(@Nullable Nvml nvml, Optional<String> whyNone, List<NvmlSensor> sensors) {
        this.nvml = nvml;
        this.whyNone = whyNone;
        this.sensors = List.copyOf(sensors);
    }

    /** No GPU at all, without asking a driver. */
    public static GpuSensors none() {
        return new GpuSensors(null, Optional.of("no GPU was asked for"), List.of());
    }

    /**
     * Loads the driver's library, if there is one, so that another thread may open sensors later. A thread that loads it while this
     * one looks up symbols of libraries has stopped both of them for good (glibc, driver 580).
     */
    public static void load() {
        try {
            Nvml.load(LIBRARY);
        } catch (Nvml.Failure _) {
            // The sensors say so when they are opened.
        }
    }

    /** All GPUs of the machine. */
    public static GpuSensors open() {
        return open(LIBRARY);
    }

    static GpuSensors open(String library) {
        return open(library, GpuSensors::all);
    }

    /** The GPU at an address of the PCI bus, such as 0000:1B:00.0, by which CUDA and the driver name the same device. */
    public static GpuSensors ofBusAddress(String address) {
        return ofBusAddress(LIBRARY, address);
    }

    static GpuSensors ofBusAddress(String library, String address) {
        return open(library, nvml -> one(nvml, address));
    }

    @FunctionalInterface
    private interface Choice {
        List<NvmlSensor> of(Nvml nvml);
    }

    private static GpuSensors open(String library, Choice choice) {
        Nvml nvml;
        try {
            nvml = Nvml.open(library);
        } catch (Nvml.Failure failure) {
            return new GpuSensors(null, Optional.of(failure.reason()), List.of());
        }
        try {
            var sensors = choice.of(nvml);
            var whyNone = sensors.isEmpty() ? Optional.of("the driver sees no GPU") : Optional.<String>empty();
            return new GpuSensors(nvml, whyNone, sensors);
        } catch (Nvml.Failure failure) {
            nvml.close();
            return new GpuSensors(null, Optional.of(failure.reason()), List.of());
        }
    }

    private static List<NvmlSensor> all(Nvml nvml) {
        try (var arena = Arena.ofConfined()) {
            MemorySegment count = arena.allocate(JAVA_INT);
            nvml.call("nvmlDeviceGetCount_v2", count);
            var sensors = new ArrayList<NvmlSensor>();
            for (int i = 0; i < count.get(JAVA_INT, 0); i++) {
                MemorySegment device = arena.allocate(ADDRESS);
                nvml.call("nvmlDeviceGetHandleByIndex_v2", i, device);
                sensors.add(new NvmlSensor(nvml, i, device.get(ADDRESS, 0)));
            }
            return sensors;
        }
    }

    private static List<NvmlSensor> one(Nvml nvml, String address) {
        try (var arena = Arena.ofConfined()) {
            MemorySegment device = arena.allocate(ADDRESS);
            nvml.call("nvmlDeviceGetHandleByPciBusId_v2", arena.allocateFrom(address), device);
            MemorySegment index = arena.allocate(JAVA_INT);
            nvml.call("nvmlDeviceGetIndex", device.get(ADDRESS, 0), index);
            return List.of(new NvmlSensor(nvml, index.get(JAVA_INT, 0), device.get(ADDRESS, 0)));
        }
    }

    /** Why there is no GPU to read; empty where there is one. */
    public Optional<String> whyNone() {
        return whyNone;
    }

    /** The indexes of the GPUs that are read. */
    public List<Integer> indexes() {
        return sensors.stream().map(NvmlSensor::index).toList();
    }

    /** The model of each GPU that is read, in the same order. */
    public List<String> names() {
        return sensors.stream().map(NvmlSensor::name).toList();
    }

    public List<GpuReading> read() {
        return sensors.stream().map(NvmlSensor::read).toList();
    }

    @Override
    public synchronized void close() {
        if (nvml != null && !closed) {
            closed = true; // NVML counts how often it was opened, for the whole process
            nvml.close();
        }
    }
}
