package dev.stoker.tensor;

import dev.stoker.core.ElementType;
import org.bytedeco.pytorch.global.torch;

/** A block on this thread in which convolutions and matrix products run in a shorter type, and the rest as it must. */
public final class Autocast implements AutoCloseable {
    private final Device device;
    private final boolean active;

    private Autocast(Device device, boolean active) {
        this.device = device;
        this.active = active;
    }

    public static Autocast open(Device device, ElementType type) {
        if (type == ElementType.FLOAT32) {
            return new Autocast(device, false);
        }
        torch.set_autocast_dtype(Torch.deviceType(device), Torch.scalar(type));
        torch.set_autocast_enabled(Torch.deviceType(device), true);
        return new Autocast(device, true);
    }

    @Override
    public void close() {
        if (active) {
            torch.set_autocast_enabled(Torch.deviceType(device), false);
            torch.clear_cache(); // weights change with the next update, their casts must not be reused
        }
    }
}
