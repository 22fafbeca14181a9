package dev.stoker.tensor.collective;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.TorchHandles;
import java.util.EnumSet;
import java.util.Set;

/** Which tensors ranks can exchange. */
final class CollectiveTensors {
    /** Neither Gloo nor NCCL has these. */
    private static final Set<DataType> UNSUPPORTED = EnumSet.of(DataType.BOOL, DataType.INT16);

    private CollectiveTensors() {}

    static void check(Tensor values, Device device) {
        if (!values.device().equals(device)) {
            throw new IllegalArgumentException(
                    "this communicator exchanges tensors of %s, got one of %s".formatted(device, values.device()));
        }
        if (UNSUPPORTED.contains(values.type())) {
            throw new IllegalArgumentException("tensors of %s cannot be exchanged".formatted(values.type()));
        }
        if (!TorchHandles.isDense(values)) {
            throw new IllegalArgumentException(
                    "only a tensor that fills one piece of memory can be exchanged, got a view: " + values);
        }
    }

    static void checkRoot(int root, int world) {
        if (root < 0 || root >= world) {
            throw new IllegalArgumentException("root must be from 0 to %d, got %d".formatted(world - 1, root));
        }
    }
}
