package dev.stoker.tensor.cuda;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bytedeco.javacpp.PointerScope;

/**
 * A second buffer on the device for the values of tensors. They are copied there on the computing stream, which takes as long
 * as reading and writing the device's memory; from there any thread copies them to the host on another stream, while the
 * tensors already change.
 */
public final class SnapshotBuffer implements AutoCloseable {
    /** A copy that takes more of the free memory could leave too little for a step. */
    private static final int LEAST_TIMES_FREE = 4;

    /** Where the contiguous elements of a tensor are. */
    private record Place(long address, long bytes) {}

    private final DeviceStream computing;
    private final DeviceStream copying;
    private final Tensors changing;
    private final Tensors kept;
    private final List<Place> places = new ArrayList<>();
    private final CudaEvent taken;
    private final Semaphore free = new Semaphore(1);

    private SnapshotBuffer(Collection<Tensor> tensors, DeviceStream computing) {
        this.computing = computing;
        var copies = new ArrayList<Tensor>();
        for (var tensor : tensors) {
            var copy = Tensor.empty(tensor.type(), tensor.device(), tensor.sizes());
            copies.add(copy);
            long bytes = bytes(tensor);
            places.add(new Place(bytes == 0 ? 0 : copy.address(), bytes));
        }
        changing = Tensors.of(List.copyOf(tensors));
        kept = Tensors.of(copies);
        copying = computing.sideStream();
        taken = CudaEvent.create(computing.device());
    }

    /** A buffer for tensors, which belongs to the innermost scope; none where the device has too little memory for it. */
    public static Optional<SnapshotBuffer> of(Collection<Tensor> tensors, DeviceStream computing) {
        long bytes = tensors.stream().mapToLong(SnapshotBuffer::bytes).sum();
        if (computing.device() instanceof Device.Cuda cuda && GpuSettings.freeMemory(cuda) < LEAST_TIMES_FREE * bytes) {
            return Optional.empty();
        }
        try {
            return Optional.of(new SnapshotBuffer(tensors, computing));
        } catch (RuntimeException failure) {
            if (!DeviceMemory.isOutOfMemory(failure)) {
                throw failure;
            }
            return Optional.empty();
        }
    }

    private static long bytes(Tensor tensor) {
        return Math.multiplyExact(tensor.elements(), tensor.type().bytes());
    }

    /** Allocates as much memory as fetched values need, so that an allocator that keeps freed memory has it ready. */
    public void reserve(BatchMemoryAllocator memory) {
        memory.allocate(fetchedBytes());
    }

    private long fetchedBytes() {
        return Math.max(1, places.stream().mapToLong(Place::bytes).sum());
    }

    /** Copies the present values, as soon as the previous snapshot is closed; does not wait for the device. */
    public Snapshot take() {
        free.acquireUninterruptibly();
        var values = new Snapshot();
        try (var _ = Gradients.off()) {
            Tensors.copy(changing, kept);
            taken.record(computing);
            return values;
        } catch (RuntimeException failure) {
            values.close();
            throw failure;
        }
    }

    /** The values at one point in time, to be fetched and closed on any thread. */
    public final class Snapshot implements AutoCloseable {
        private final AtomicBoolean closed = new AtomicBoolean();

        private Snapshot() {}

        /** Copies them to host memory, contiguous and tensor after tensor; waits until they are there. */
        public MemorySegment fetch(BatchMemoryAllocator memory) {
            try (var _ = new PointerScope()) {
                var target = memory.allocate(fetchedBytes());
                copying.waitFor(taken);
                long offset = 0;
                for (var place : places) {
                    if (place.bytes > 0) {
                        copying.copy(place.address, target.asSlice(offset, place.bytes));
                        offset += place.bytes;
                    }
                }
                copying.synchronize();
                return target.asSlice(0, offset);
            }
        }

        /** Frees the buffer for the next snapshot. */
        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                free.release();
            }
        }
    }

    /** Waits until the last snapshot is closed. Tensors are freed with their scope. */
    @Override
    public void close() {
        free.acquireUninterruptibly();
        copying.close();
        taken.close();
    }
}
