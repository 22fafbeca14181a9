package dev.stoker.tensor.cuda;

/** A clock on the device: it starts and stops between pieces of work there, whatever the host does meanwhile. */
public final class DeviceTimer {
    private DeviceTimer() {}

    /** How long the device takes for what {@code work} asks of it; waits for it. */
    public static double milliseconds(DeviceStream on, Runnable work) {
        try (var start = CudaEvent.on(on.device());
                var stop = CudaEvent.on(on.device())) {
            start.set(on);
            work.run();
            stop.set(on);
            stop.await();
            return 1e3 * stop.secondsSince(start);
        }
    }
}
