package dev.stoker.telemetry.hardware;

import java.util.List;

/** The NVIDIA GPUs of this machine, or why none is visible. */
public sealed interface Gpus {
    /** A working driver; the CUDA version is the newest that it supports. */
    record Found(String driverVersion, String cudaVersion, List<Gpu> devices) implements Gpus {
        public Found {
            devices = List.copyOf(devices);
        }
    }

    /** No driver, or one that fails. */
    record Missing(String reason) implements Gpus {}

    /** Asks the driver through its management library, without CUDA and without allocating device memory. */
    static Gpus probe() {
        return NvmlProbe.probe("libnvidia-ml.so.1");
    }
}
