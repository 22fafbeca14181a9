package dev.stoker.train;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.DeviceCopy;
import dev.stoker.tensor.DeviceStream;
import dev.stoker.tensor.Tensor;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Places on the device that checkpoints are taken to, so that training goes on at once and they travel to the host meanwhile.
 * They are made when somebody first asks for them, and belong to the scope that is innermost then.
 */
final class SparePlaces implements AutoCloseable {
    /** What is kept at a time of its own. */
    enum Kind {
        STATE,
        BEST
    }

    private final DeviceStream stream;
    private final boolean always;
    private final Map<Kind, Optional<DeviceCopy>> copies = new EnumMap<>(Kind.class);

    /** A CPU copies to the host as fast as to a spare place, so it has none unless {@code always} asks for it. */
    SparePlaces(DeviceStream stream, boolean always) {
        this.stream = stream;
        this.always = always;
    }

    /** The place for these tensors, which are the same each time; none where the device has too little memory. */
    Optional<DeviceCopy> of(Kind kind, Collection<Tensor> tensors) {
        return copies.computeIfAbsent(kind, _ -> place(tensors));
    }

    private Optional<DeviceCopy> place(Collection<Tensor> tensors) {
        return always || stream.device() instanceof Device.Cuda ? DeviceCopy.of(tensors, stream) : Optional.empty();
    }

    /** Waits until the last of them are with the host. */
    @Override
    public void close() {
        copies.values().forEach(each -> each.ifPresent(DeviceCopy::close));
        copies.clear();
    }
}
