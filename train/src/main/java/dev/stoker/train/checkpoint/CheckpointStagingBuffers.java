package dev.stoker.train.checkpoint;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.tensor.cuda.SnapshotBuffer;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Places on the device that checkpoints are taken to, so that training goes on at once and they travel to the host meanwhile.
 * They are made when somebody first asks for them, and belong to the scope that is innermost then.
 */
public final class CheckpointStagingBuffers implements AutoCloseable {
    /** What is kept at a time of its own. */
    enum Kind {
        STATE,
        BEST
    }

    private final DeviceStream stream;
    private final boolean always;
    private final Map<Kind, Optional<SnapshotBuffer>> copies = new EnumMap<>(Kind.class);

    /** A CPU copies to the host as fast as to a spare place, so it has none unless {@code always} asks for it. */
    CheckpointStagingBuffers(DeviceStream stream, boolean always) {
        this.stream = stream;
        this.always = always;
    }

    /** The place for these tensors, which are the same each time; none where the device has too little memory. */
    Optional<SnapshotBuffer> of(Kind kind, Collection<Tensor> tensors) {
        return copies.computeIfAbsent(kind, _ -> place(tensors));
    }

    private Optional<SnapshotBuffer> place(Collection<Tensor> tensors) {
        return always || stream.device() instanceof Device.Cuda ? SnapshotBuffer.of(tensors, stream) : Optional.empty();
    }

    /** Waits until the last of them are with the host. */
    @Override
    public void close() {
        copies.values().forEach(each -> each.ifPresent(SnapshotBuffer::close));
        copies.clear();
    }
}
