package dev.stoker.train.checkpoint;

import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.SnapshotBuffer;
import dev.stoker.train.Checkpoints;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Buffers on the device that checkpoints are copied to first, so that training continues at once while they are copied to the
 * host. Each is allocated on first use, and belongs to the scope that is innermost then.
 */
final class CheckpointStagingBuffers implements Checkpoints.Session {
    /** What has a buffer of its own. */
    enum Kind {
        STATE,
        BEST
    }

    private final Checkpoints.StagingAllocator allocator;
    private final Map<Kind, Optional<SnapshotBuffer>> buffers = new EnumMap<>(Kind.class);

    CheckpointStagingBuffers(Checkpoints.StagingAllocator allocator) {
        this.allocator = allocator;
    }

    /** The buffer for these tensors, which are the same each time. */
    Optional<SnapshotBuffer> of(Kind kind, Collection<Tensor> tensors) {
        return buffers.computeIfAbsent(kind, _ -> allocator.allocate(tensors));
    }

    /** Waits until the last of them are copied to the host. */
    @Override
    public void close() {
        buffers.values().forEach(each -> each.ifPresent(SnapshotBuffer::close));
        buffers.clear();
    }
}
