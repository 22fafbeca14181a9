package dev.stoker.tensor.cuda;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.GradientScaling;
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
 * A second place on the device for the values of tensors. They are taken over behind what the computing stream was asked for,
 * at the speed of the device's memory; from there any thread brings them to the host on a stream of their own, while the
 * tensors change already.
 */
public final class SnapshotBuffer implements AutoCloseable {
    /** A copy that takes more of what is free could leave too little for a step. */
    private static final int LEAST_TIMES_FREE = 4;

    /** Where elements of a tensor lie in order. */
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
            var copy = Tensor.uninitialized(tensor.type(), tensor.device(), tensor.sizes());
            copies.add(copy);
            long bytes = bytes(tensor);
            places.add(new Place(bytes == 0 ? 0 : copy.address(), bytes));
        }
        changing = Tensors.of(List.copyOf(tensors));
        kept = Tensors.of(copies);
        copying = computing.beside();
        taken = CudaEvent.on(computing.device());
    }

    /** A place for tensors, which belongs to the innermost scope; none where the device has too little memory for it. */
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

    /** Takes as much memory of a kind as values need that are fetched; where what is given back is kept, it is there for them. */
    public void reserve(BatchMemoryAllocator memory) {
        memory.allocate(fetchedBytes());
    }

    private long fetchedBytes() {
        return Math.max(1, places.stream().mapToLong(Place::bytes).sum());
    }

    /** Takes the values over as they are now, as soon as those of before are no longer needed; nobody waits for the device. */
    public Snapshot take() {
        free.acquireUninterruptibly();
        var values = new Snapshot();
        try (var _ = Gradients.off()) {
            GradientScaling.copy(changing, kept);
            taken.set(computing);
            return values;
        } catch (RuntimeException failure) {
            values.close();
            throw failure;
        }
    }

    /** Values of a moment, to be fetched and closed on any thread. */
    public final class Snapshot implements AutoCloseable {
        private final AtomicBoolean closed = new AtomicBoolean();

        private Snapshot() {}

        /** Brings them to memory of a kind, elements in order and tensor after tensor; waits until they are there. */
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

        /** Makes room for the next. */
        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                free.release();
            }
        }
    }

    /** Waits until nobody needs what was taken. Tensors go with their scope. */
    @Override
    public void close() {
        free.acquireUninterruptibly();
        copying.close();
        taken.close();
    }
}
