package dev.stoker.train.internal.measure;

import dev.stoker.tensor.cuda.CudaEvent;
import dev.stoker.tensor.cuda.DeviceStream;
import java.util.ArrayList;
import java.util.List;

/** Steps one after another, with the host as far ahead of the device as in training. */
final class StepLoop implements AutoCloseable {
    /** As many as a trainer has buffers for batches. */
    private static final int AHEAD = 3;

    private final DeviceStream stream;
    private final List<CudaEvent> done = new ArrayList<>();
    private long steps;
    private long launchNanos;

    StepLoop(DeviceStream stream) {
        this.stream = stream;
        for (int i = 0; i < AHEAD; i++) {
            done.add(CudaEvent.create(stream.device()));
        }
    }

    /** Launches a step; waits first until the device is done with all but the latest. */
    void run(Runnable step) {
        var slot = done.get((int) (steps % AHEAD));
        if (steps >= AHEAD) {
            slot.synchronize();
        }
        long start = System.nanoTime();
        step.run();
        slot.record(stream);
        launchNanos += System.nanoTime() - start;
        steps++;
    }

    /** Waits for all steps. */
    void finish() {
        stream.synchronize();
    }

    double launchSeconds() {
        return launchNanos * 1e-9;
    }

    void clear() {
        finish();
        steps = 0;
        launchNanos = 0;
    }

    @Override
    public void close() {
        finish();
        done.forEach(CudaEvent::close);
    }
}
