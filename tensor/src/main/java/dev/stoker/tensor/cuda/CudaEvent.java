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
 * A place in the work of a stream: somebody may wait until the device has come to it, and ask when that was. It can be set
 * anew as often as one likes. A CPU has done its work when it was asked to, so there it is the time of setting.
 */
public final class CudaEvent implements AutoCloseable {
    private final @Nullable CUevent_st event;
    private long nanos = System.nanoTime();

    private CudaEvent(@Nullable CUevent_st event) {
        this.event = event;
    }

    public static CudaEvent on(Device device) {
        return switch (device) {
            case Device.Cpu _ -> new CudaEvent(null);
            case Device.Cuda _ -> {
                var event = new CUevent_st().<CUevent_st>retainReference();
                // A host that sleeps while it waits leaves its core to those who prepare batches.
                CudaStatus.check(cudaEventCreateWithFlags(event, cudaEventBlockingSync), "making a mark");
                yield new CudaEvent(event);
            }
        };
    }

    /** Behind all that the stream was asked for so far. */
    public void set(DeviceStream stream) {
        if (event == null) {
            nanos = System.nanoTime();
        } else {
            CudaStatus.check(cudaEventRecord(event, stream.cuda()), "setting a mark");
        }
    }

    /** Whether the device has come to it. */
    public boolean isComplete() {
        if (event == null) {
            return true;
        }
        int status = cudaEventQuery(event);
        if (status != cudaErrorNotReady) {
            CudaStatus.check(status, "the work before a mark");
        }
        return status == 0;
    }

    /** Waits until the device has come to it. */
    public void await() {
        if (event != null) {
            CudaStatus.check(cudaEventSynchronize(event), "the work before a mark");
        }
    }

    /** The time between two marks that the device has come to. */
    public double secondsSince(CudaEvent earlier) {
        if (event == null) {
            return (nanos - earlier.nanos) * 1e-9;
        }
        var milliseconds = new float[1];
        CudaStatus.check(cudaEventElapsedTime(milliseconds, earlier.event, event), "reading the time of a mark");
        return milliseconds[0] * 1e-3;
    }

    void makeStreamWait(CUstream_st stream) {
        if (event != null) {
            CudaStatus.check(cudaStreamWaitEvent(stream, event, 0), "waiting for a mark");
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
