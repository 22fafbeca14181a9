package dev.stoker.telemetry.monitor;

import dev.stoker.core.Bytes;
import dev.stoker.telemetry.hardware.GpuReading;
import dev.stoker.telemetry.hardware.GpuSensors;
import dev.stoker.telemetry.hardware.MachineUsage;
import dev.stoker.telemetry.hardware.ProcessTree;
import dev.stoker.telemetry.hardware.ProcessTreeUsage;
import dev.stoker.telemetry.hardware.ThrottleReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Reads everything at once and turns totals into rates since the reading before; the first sample has no rates. */
public final class Sampler implements AutoCloseable {
    /** What a tree that did not exist before had used. */
    private static final ProcessTreeUsage NOTHING =
            new ProcessTreeUsage(0, 0, new Bytes(0), new Bytes(0), new Bytes(0), new Bytes(0));

    private final GpuSensors gpus;
    private final Optional<ProcessTree> processes;
    private final long start = System.nanoTime();
    private final Map<Integer, Double> firstEnergy = new HashMap<>();
    private @Nullable Totals before;

    private record Totals(long nanos, Optional<MachineUsage> machine, Optional<ProcessTreeUsage> processes) {}

    /** The sensors are closed with the sampler. */
    public Sampler(GpuSensors gpus, Optional<ProcessTree> processes) {
        this.gpus = gpus;
        this.processes = processes;
    }

    /** All that may occur in samples, in order. */
    public List<String> subjects() {
        var subjects = new ArrayList<String>();
        gpus.indexes().forEach(index -> subjects.add(Quantity.gpu(index)));
        subjects.add(Quantity.MACHINE);
        processes.ifPresent(_ -> subjects.add(Quantity.PROCESS));
        return subjects;
    }

    public Sample sample() {
        var sample = new Sample.Builder();
        for (var reading : gpus.read()) {
            add(sample, reading);
        }
        var now = new Totals(System.nanoTime(), MachineUsage.now(), processes.flatMap(ProcessTree::read));
        var earlier = before == null ? now : before;
        double seconds = (now.nanos - earlier.nanos) * 1e-9;
        now.machine.ifPresent(usage -> add(sample, usage, earlier.machine.orElse(usage), seconds));
        now.processes
                .filter(usage -> usage.processes() > 0)
                .ifPresent(usage -> add(sample, usage, earlier.processes.orElse(NOTHING), seconds));
        before = now;
        return sample.build((now.nanos - start) * 1e-9);
    }

    private void add(Sample.Builder sample, GpuReading gpu) {
        String subject = Quantity.gpu(gpu.index());
        sample.add(subject, Quantity.UTILIZATION, gpu.utilization());
        gpu.memory().ifPresent(bytes -> sample.add(subject, Quantity.GPU_MEMORY, (double) bytes));
        sample.add(subject, Quantity.TEMPERATURE, gpu.celsius());
        sample.add(subject, Quantity.POWER, gpu.watts());
        sample.add(subject, Quantity.ENERGY, energySinceStart(gpu));
        sample.add(subject, Quantity.CORE_CLOCK, gpu.coreMegahertz());
        sample.add(subject, Quantity.MEMORY_CLOCK, gpu.memoryMegahertz());
        sample.add(subject, Quantity.PCIE_RECEIVED, gpu.pcieReceived());
        sample.add(subject, Quantity.PCIE_SENT, gpu.pcieSent());
        sample.add(subject, Quantity.PCIE_GENERATION, gpu.pcieGeneration());
        sample.add(subject, Quantity.PCIE_WIDTH, gpu.pcieWidth());
        sample.add(subject, Quantity.JPEG_UTILIZATION, gpu.jpegUtilization());
        sample.add(subject, Quantity.DECODER_UTILIZATION, gpu.decoderUtilization());
        sample.throttled(subject, ThrottleReason.text(gpu.throttling()));
    }

    private OptionalDouble energySinceStart(GpuReading gpu) {
        if (gpu.energy().isEmpty()) {
            return gpu.energy();
        }
        double joules = gpu.energy().getAsDouble();
        double first = firstEnergy.computeIfAbsent(gpu.index(), _ -> joules);
        return OptionalDouble.of(joules - first);
    }

    private static void add(Sample.Builder sample, MachineUsage now, MachineUsage before, double seconds) {
        String subject = Quantity.MACHINE;
        sample.add(subject, Quantity.CPU_CORES, rate(now.cpuSeconds(), before.cpuSeconds(), seconds));
        sample.add(subject, Quantity.MEMORY, (double) now.memory().count());
        sample.add(subject, Quantity.PAGE_CACHE, (double) now.pageCache().count());
        sample.add(subject, Quantity.DISK_READ, rate(now.diskRead(), before.diskRead(), seconds));
        sample.add(subject, Quantity.DISK_WRITTEN, rate(now.diskWritten(), before.diskWritten(), seconds));
    }

    private static void add(Sample.Builder sample, ProcessTreeUsage now, ProcessTreeUsage earlier, double seconds) {
        String subject = Quantity.PROCESS;
        sample.add(subject, Quantity.CPU_CORES, rate(now.cpuSeconds(), earlier.cpuSeconds(), seconds));
        sample.add(subject, Quantity.MEMORY, (double) now.memory().count());
        sample.add(subject, Quantity.READ, rate(now.read(), earlier.read(), seconds));
        sample.add(subject, Quantity.DISK_READ, rate(now.diskRead(), earlier.diskRead(), seconds));
        sample.add(subject, Quantity.DISK_WRITTEN, rate(now.diskWritten(), earlier.diskWritten(), seconds));
        sample.add(subject, Quantity.PROCESSES, now.processes());
    }

    private static double rate(Bytes now, Bytes before, double seconds) {
        return rate((double) now.count(), (double) before.count(), seconds);
    }

    /** Not a number, and so left out, where no time has passed; an account that was closed unseen must not be negative. */
    private static double rate(double now, double before, double seconds) {
        return seconds > 0 ? Math.max(0, now - before) / seconds : Double.NaN;
    }

    @Override
    public void close() {
        gpus.close();
    }
}
