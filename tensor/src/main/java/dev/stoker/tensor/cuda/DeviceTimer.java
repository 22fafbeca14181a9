package dev.stoker.tensor.cuda;

/** Measures by CUDA events how long work takes on the device, whatever the host does meanwhile. */
public final class DeviceTimer {
    private DeviceTimer() {}

    /** How long the device takes for the operations that {@code work} enqueues; waits for them. */
    public static double milliseconds(DeviceStream on, Runnable work) {
        try (var start = CudaEvent.create(on.device());
                var stop = CudaEvent.create(on.device())) {
            start.record(on);
            work.run();
            stop.record(on);
            stop.synchronize();
            return 1e3 * stop.secondsSince(start);
        }
    }
}
