package dev.stoker.tensor;

import dev.stoker.core.DataType;
import java.util.Optional;
import org.bytedeco.pytorch.global.torch;

/** A block on this thread in which convolutions and matrix products run in a 16-bit type; libtorch chooses the type of all other operators. */
public final class Autocast implements AutoCloseable {
    private final Device device;
    private final boolean active;

    private Autocast(Device device, boolean active) {
        this.device = device;
        this.active = active;
    }

    /** A block within one on this thread, in which operators run in the types of their arguments. */
    public static final class Suspension implements AutoCloseable {
        private final Device device;
        private final boolean active;

        private Suspension(Device device, boolean active) {
            this.device = device;
            this.active = active;
        }

        @Override
        public void close() {
            if (active) {
                torch.set_autocast_enabled(TorchInterop.deviceType(device), true);
            }
        }
    }

    public static Autocast open(Device device, DataType type) {
        if (type == DataType.FLOAT32) {
            return new Autocast(device, false);
        }
        torch.set_autocast_dtype(TorchInterop.deviceType(device), TorchInterop.scalar(type));
        torch.set_autocast_enabled(TorchInterop.deviceType(device), true);
        return new Autocast(device, true);
    }

    /** The 16-bit type of the block that is open for a device; empty outside of such blocks. */
    public static Optional<DataType> type(Device device) {
        var kind = TorchInterop.deviceType(device);
        return torch.is_autocast_enabled(kind)
                ? Optional.of(TorchInterop.elementType(torch.get_autocast_dtype(kind)))
                : Optional.empty();
    }

    /** Operators run in the types of their arguments until it is closed. */
    public static Suspension suspend(Device device) {
        boolean active = type(device).isPresent();
        if (active) {
            torch.set_autocast_enabled(TorchInterop.deviceType(device), false);
        }
        return new Suspension(device, active);
    }

    @Override
    public void close() {
        if (active) {
            torch.set_autocast_enabled(TorchInterop.deviceType(device), false);
            torch.clear_cache(); // weights change with the next update, their casts must not be reused
        }
    }
}
