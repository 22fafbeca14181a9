package dev.stoker.tensor;

import static org.bytedeco.cuda.global.cudart.cudaEventCreate;
import static org.bytedeco.cuda.global.cudart.cudaEventDestroy;
import static org.bytedeco.cuda.global.cudart.cudaEventElapsedTime;
import static org.bytedeco.cuda.global.cudart.cudaEventRecord;
import static org.bytedeco.cuda.global.cudart.cudaEventSynchronize;

import dev.stoker.core.StokerException;
import org.bytedeco.cuda.cudart.CUevent_st;
import org.bytedeco.javacpp.PointerScope;

/** A clock on the device: it starts and stops between pieces of work there, whatever the host does meanwhile. */
public final class DeviceTimer {
    private DeviceTimer() {}

    /** How long the device takes for what {@code work} asks of it; waits for it. */
    public static double milliseconds(DeviceStream on, Runnable work) {
        var stream = on.handle();
        if (stream == null) {
            throw new IllegalArgumentException("only a GPU has a clock of its own, not " + on.device());
        }
        try (var _ = new PointerScope()) {
            var start = new CUevent_st();
            var stop = new CUevent_st();
            check(cudaEventCreate(start));
            check(cudaEventCreate(stop));
            try {
                check(cudaEventRecord(start, stream.stream()));
                work.run();
                check(cudaEventRecord(stop, stream.stream()));
                check(cudaEventSynchronize(stop));
                var milliseconds = new float[1];
                check(cudaEventElapsedTime(milliseconds, start, stop));
                return milliseconds[0];
            } finally {
                cudaEventDestroy(start);
                cudaEventDestroy(stop);
            }
        }
    }

    private static void check(int status) {
        if (status != 0) {
            throw new StokerException("timing work on the GPU failed (CUDA error %d)".formatted(status));
        }
    }
}
