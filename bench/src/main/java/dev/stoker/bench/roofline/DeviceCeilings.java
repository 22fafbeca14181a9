package dev.stoker.bench.roofline;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.DeviceTimer;
import java.util.OptionalDouble;

/**
 * What a device could do at most.
 *
 * @param bytesPerSecond that a copy from device memory to device memory reads and writes
 * @param teraflops in the precision of the step; empty where the generation is not known
 */
record DeviceCeilings(double bytesPerSecond, OptionalDouble teraflops) {
    /** Far more than a cache holds. */
    private static final long COPIED_FLOATS = 1L << 28;

    private static final int COPIES = 10;

    static DeviceCeilings measured(Device.Cuda device, OptionalDouble teraflops) {
        try (var _ = TensorScope.open("copy");
                var stream = DeviceStream.open(device)) {
            var from = Tensor.zeros(DataType.FLOAT32, device, COPIED_FLOATS);
            var to = Tensor.zeros(DataType.FLOAT32, device, COPIED_FLOATS);
            to.copyFrom(from);
            double milliseconds = DeviceTimer.milliseconds(stream, () -> {
                for (int i = 0; i < COPIES; i++) {
                    to.copyFrom(from);
                }
            });
            return new DeviceCeilings(
                    2e3 * COPIES * COPIED_FLOATS * DataType.FLOAT32.bytes() / milliseconds, teraflops);
        }
    }
}
