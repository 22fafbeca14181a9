package dev.stoker.tensor.cuda;

import static org.bytedeco.cuda.global.cudart.cudaErrorNotReady;
import static org.bytedeco.cuda.global.cudart.cudaEventBlockingSync;
import static org.bytedeco.cuda.global.cudart.cudaEventCreateWithFlags;
import static org.bytedeco.cuda.global.cudart.cudaEventDestroy;
import static org.bytedeco.cuda.global.cudart.cudaEventElapsedTime;
import static org.bytedeco.cuda.global.cudart.cudaEventQuery;
import static org.bytedeco.cuda.global.cudart.cudaEventRecord;
import static org.bytedeco.cuda.global.cudart.cudaEventSynchronize;
import static org.bytedeco.cuda.global.cudart.cudaStreamWaitEvent;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.internal.CudaStatus;
import org.bytedeco.cuda.cudart.CUevent_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.jspecify.annotations.Nullable;

/**
 * A CUDA event: a point in the work of a stream that host and streams can wait for, and whose time can be read. It can be
 * recorded again any number of times. A CPU finishes its work within the call, so there an event is the time of recording.
 */
public final class CudaEvent implements AutoCloseable {
    private final @Nullable CUevent_st event;
    private long nanos = System.nanoTime();

    private CudaEvent(@Nullable CUevent_st event) {
        this.event = event;
    }

    public static CudaEvent create(Device device) {
        return switch (device) {
            case Device.Cpu _ -> new CudaEvent(null);
            case Device.Cuda _ -> {
                var event = new CUevent_st().<CUevent_st>retainReference();
                // A host thread that sleeps while it waits leaves its core to the workers that prepare batches.
                CudaStatus.check(cudaEventCreateWithFlags(event, cudaEventBlockingSync), "creating a CUDA event");
                yield new CudaEvent(event);
            }
        };
    }

    /** After all work that was enqueued on the stream so far. */
    public void record(DeviceStream stream) {
        if (event == null) {
            nanos = System.nanoTime();
        } else {
            CudaStatus.check(cudaEventRecord(event, stream.cuda()), "recording a CUDA event");
        }
    }

    /** Whether the device has reached it. */
    public boolean isComplete() {
        if (event == null) {
            return true;
        }
        int status = cudaEventQuery(event);
        if (status != cudaErrorNotReady) {
            CudaStatus.check(status, "the work before a CUDA event");
        }
        return status == 0;
    }

    /** Waits until the device has reached it. */
    public void synchronize() {
        if (event != null) {
            CudaStatus.check(cudaEventSynchronize(event), "the work before a CUDA event");
        }
    }

    /** The time between two events that the device has reached. */
    public double secondsSince(CudaEvent earlier) {
        if (event == null) {
            return (nanos - earlier.nanos) * 1e-9;
        }
        var milliseconds = new float[1];
        CudaStatus.check(cudaEventElapsedTime(milliseconds, earlier.event, event), "reading the time of a CUDA event");
        return milliseconds[0] * 1e-3;
    }

    void makeStreamWait(CUstream_st stream) {
        if (event != null) {
            CudaStatus.check(cudaStreamWaitEvent(stream, event, 0), "waiting for a CUDA event");
        }
    }

    @Override
    public void close() {
        if (event != null) {
            cudaEventDestroy(event);
            event.releaseReference();
        }
    }
}
