package dev.stoker.lab.doctor.check;

import dev.stoker.telemetry.hardware.CpuInfo;
import java.util.List;
import java.util.Optional;

/**
 * What a plan runs on.
 *
 * @param processor with the cores that this process may use
 * @param load of other processes, in cores, while everything was measured
 * @param nodes of memory (NUMA)
 * @param driver of the GPUs and the CUDA version that it supports; empty without a GPU
 * @param libtorch its version
 */
public record Machine(
        CpuInfo processor, double load, int nodes, List<GpuState> gpus, Optional<String> driver, String libtorch) {
    public Machine {
        gpus = List.copyOf(gpus);
    }

    int cores() {
        return processor.cores();
    }

    /**
     * A GPU while it was measured.
     *
     * @param persistence whether the driver stays loaded between processes; empty where it does not say
     * @param throttling why its clocks were lowered
     * @param link to the host
     */
    public record GpuState(
            String name, Optional<Boolean> persistence, List<String> throttling, Optional<PcieLink> link) {
        public GpuState {
            throttling = List.copyOf(throttling);
        }
    }

    /** Lanes of a PCIe link, now and at most. */
    public record PcieLink(int width, int maximumWidth) {}
}
