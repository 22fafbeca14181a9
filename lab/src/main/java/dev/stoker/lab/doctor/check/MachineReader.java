package dev.stoker.lab.doctor.check;

import com.sun.management.OperatingSystemMXBean;
import dev.stoker.job.Environment;
import dev.stoker.telemetry.hardware.CpuInfo;
import dev.stoker.telemetry.hardware.GpuConditions;
import dev.stoker.telemetry.hardware.GpuSensors;
import dev.stoker.telemetry.hardware.Gpus;
import dev.stoker.telemetry.hardware.ThrottleReason;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Reads what a plan runs on. The load is that since it was read before. */
final class MachineReader {
    private static final Path NODES = Path.of("/sys/devices/system/node");

    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final Environment environment = Environment.ofThisMachine();

    Machine read() {
        return new Machine(CpuInfo.ofThisMachine(), otherLoad(), nodes(NODES), gpus(), driver(), environment.torch());
    }

    /** In cores; the first reading covers an arbitrary time. */
    private double otherLoad() {
        double others = system.getCpuLoad() - system.getProcessCpuLoad();
        return Double.isFinite(others)
                ? Math.max(0, others) * Runtime.getRuntime().availableProcessors()
                : 0;
    }

    static int nodes(Path folder) {
        try (var entries = Files.list(folder)) {
            return (int) entries.filter(entry -> entry.getFileName().toString().matches("node[0-9]+"))
                    .count();
        } catch (IOException _) {
            return 1;
        }
    }

    private List<Machine.GpuState> gpus() {
        if (!(environment.gpus() instanceof Gpus.Found found)) {
            return List.of();
        }
        var conditions = GpuConditions.ofAll();
        var throttling = throttling();
        return IntStream.range(0, found.devices().size())
                .mapToObj(index -> state(
                        found.devices().get(index).name(),
                        index < conditions.size() ? Optional.of(conditions.get(index)) : Optional.empty(),
                        index < throttling.size() ? throttling.get(index) : List.of()))
                .toList();
    }

    private static List<List<String>> throttling() {
        try (var sensors = GpuSensors.open()) {
            return sensors.read().stream()
                    .map(reading -> reading.throttling().stream()
                            .filter(ThrottleReason::slowsDown)
                            .map(ThrottleReason::title)
                            .toList())
                    .toList();
        }
    }

    private static Machine.GpuState state(String name, Optional<GpuConditions> conditions, List<String> throttling) {
        return new Machine.GpuState(
                name,
                conditions.flatMap(GpuConditions::persistence),
                throttling,
                conditions
                        .filter(known -> known.lanes().isPresent()
                                && known.maximumLanes().isPresent())
                        .map(known -> new Machine.PcieLink(
                                known.lanes().getAsInt(), known.maximumLanes().getAsInt())));
    }

    private Optional<String> driver() {
        return switch (environment.gpus()) {
            case Gpus.Found found ->
                Optional.of("driver %s for CUDA %s".formatted(found.driverVersion(), found.cudaVersion()));
            case Gpus.Missing _ -> Optional.empty();
        };
    }
}
