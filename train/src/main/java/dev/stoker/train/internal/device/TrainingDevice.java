package dev.stoker.train.internal.device;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.SnapshotBuffer;
import java.util.Collection;
import java.util.Optional;

/** The device that training runs on, with what depends on its kind. */
public interface TrainingDevice {

    static TrainingDevice of(Device device) {
        return switch (device) {
            case Device.Cpu _ -> new CpuDevice();
            case Device.Cuda cuda -> new CudaDevice(cuda);
        };
    }

    Device device();

    /** Why work on this device is never captured as a graph; empty where it can be. */
    Optional<String> whyNeverCaptured();

    /** Work that is captured as a graph after a few runs; only for a device that captures. */
    ReplayableGraph graph(DeviceStream stream, Runnable work);

    /**
     * A buffer on the device for the values of tensors, which belongs to the innermost scope; none where the device has too
     * little memory for it or no use for one.
     */
    Optional<SnapshotBuffer> stagingBuffer(Collection<Tensor> tensors, DeviceStream stream);

    /** Called between the forward and the backward pass of each micro-batch; a simulated device runs out of memory here. */
    default void afterForward(int images) {}

    default boolean isAbleToCapture() {
        return whyNeverCaptured().isEmpty();
    }
}
