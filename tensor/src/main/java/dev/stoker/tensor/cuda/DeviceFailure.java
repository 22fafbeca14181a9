package dev.stoker.tensor.cuda;

import static org.bytedeco.cuda.global.cudart.cudaDeviceSynchronize;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.internal.CudaStatus;
import java.util.Optional;

/** A GPU that accepts no more work from this process: it fell off the bus, or a kernel corrupted the CUDA context. */
public final class DeviceFailure {
    private DeviceFailure() {}

    /** Why the device is lost, if it is: every call returns such an error until the process ends. */
    public static Optional<String> of(Device device) {
        return switch (device) {
            case Device.Cpu _ -> Optional.empty();
            case Device.Cuda _ -> {
                int status = cudaDeviceSynchronize();
                yield status == 0 ? Optional.empty() : Optional.of(CudaStatus.text(status));
            }
        };
    }
}
