package dev.stoker.tensor;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch_cuda;
import org.jspecify.annotations.Nullable;

/**
 * The order in which this thread's work runs on a device. On a GPU it is a stream apart from the default one, since only
 * such a stream can be captured; everything that a captured step touches must be made on it. On the CPU there is nothing to
 * order.
 */
public final class DeviceStream implements AutoCloseable {
    private final Device device;
    private final @Nullable CUDAStream stream;

    private DeviceStream(Device device, @Nullable CUDAStream stream) {
        this.device = device;
        this.stream = stream;
    }

    /** Makes a stream current on this thread until it is closed. */
    public static DeviceStream open(Device device) {
        Natives.load();
        return switch (device) {
            case Device.Cpu _ -> new DeviceStream(device, null);
            case Device.Cuda(int index) -> {
                try (var _ = new PointerScope()) {
                    var stream = torch_cuda.getStreamFromPool(true, (byte) index);
                    torch_cuda.setCurrentCUDAStream(stream);
                    yield new DeviceStream(device, stream.retainReference());
                }
            }
        };
    }

    public Device device() {
        return device;
    }

    @Nullable
    CUDAStream handle() {
        return stream;
    }

    /** Waits until everything that was asked of the device is done. */
    public void synchronize() {
        if (stream != null) {
            stream.synchronize();
        }
    }

    /** Waits, and makes the default stream current again. */
    @Override
    public void close() {
        if (stream != null) {
            stream.synchronize();
            try (var _ = new PointerScope()) {
                torch_cuda.setCurrentCUDAStream(torch_cuda.getDefaultCUDAStream(stream.device_index()));
            }
            stream.releaseReference();
        }
    }
}
