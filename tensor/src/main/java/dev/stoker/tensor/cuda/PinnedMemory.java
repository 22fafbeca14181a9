package dev.stoker.tensor.cuda;

import static org.bytedeco.cuda.global.cudart.cudaGetLastError;
import static org.bytedeco.cuda.global.cudart.cudaHostAlloc;
import static org.bytedeco.cuda.global.cudart.cudaHostAllocPortable;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.internal.CudaStatus;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;

/**
 * Pinned (page-locked) host memory, from which a GPU copies batches asynchronously. Pinning is slow, so freed blocks are kept
 * for the next request of the same size. Where the system refuses, pageable memory takes its place: copies from it make the
 * host wait.
 */
public final class PinnedMemory implements BatchMemoryAllocator {
    /** Allocates this many page-locked bytes. */
    @FunctionalInterface
    interface PageLocker {
        MemorySegment lock(long bytes) throws PinningRefused;
    }

    /** The system does not lock this much. */
    static final class PinningRefused extends Exception {
        private static final long serialVersionUID = 1;

        PinningRefused(String reason) {
            super(reason);
        }
    }

    /** An environment variable: off leaves memory pageable, to measure what pinning gains. */
    private static final String SWITCH = "STOKER_PINNED";

    private static final Map<Long, Deque<MemorySegment>> SPARE = new HashMap<>();
    private static final AtomicReference<Optional<String>> WHY_PAGEABLE = new AtomicReference<>(Optional.empty());

    private final PageLocker lock;
    private final List<MemorySegment> taken = new ArrayList<>();
    private final BatchMemoryAllocator plain = BatchMemoryAllocator.host();

    PinnedMemory(PageLocker lock) {
        this.lock = lock;
    }

    /** The memory that batches for a device are best written to. */
    public static BatchMemoryAllocator forDevice(Device device) {
        return switch (device) {
            case Device.Cpu _ -> BatchMemoryAllocator.host();
            case Device.Cuda _ ->
                "off".equals(System.getenv(SWITCH))
                        ? BatchMemoryAllocator.host()
                        : new PinnedMemory(PinnedMemory::ofCuda);
        };
    }

    /** Why some memory of this process is pageable although pinned memory was requested. */
    public static Optional<String> whyPageable() {
        return WHY_PAGEABLE.get();
    }

    @Override
    public synchronized MemorySegment allocate(long bytes) {
        try {
            var memory = spare(bytes).orElse(null);
            memory = memory == null ? lock.lock(bytes) : memory;
            taken.add(memory);
            return memory;
        } catch (PinningRefused refusal) {
            WHY_PAGEABLE.set(Optional.of(String.valueOf(refusal.getMessage())));
            return plain.allocate(bytes);
        }
    }

    private static Optional<MemorySegment> spare(long bytes) {
        synchronized (SPARE) {
            return Optional.ofNullable(
                    SPARE.getOrDefault(bytes, new ArrayDeque<>()).poll());
        }
    }

    private static MemorySegment ofCuda(long bytes) throws PinningRefused {
        try (var _ = new PointerScope()) {
            var place = new PointerPointer<>(1);
            int status = cudaHostAlloc(place, bytes, cudaHostAllocPortable);
            if (status != 0) {
                cudaGetLastError(); // else the next CUDA call would report it
                throw new PinningRefused("the system refused to lock %,d bytes of memory: %s; see ulimit -l"
                        .formatted(bytes, CudaStatus.text(status)));
            }
            return MemorySegment.ofAddress(place.get().address()).reinterpret(bytes);
        }
    }

    /** No copy from it may be in progress. */
    @Override
    public synchronized void close() {
        synchronized (SPARE) {
            for (var memory : taken) {
                SPARE.computeIfAbsent(memory.byteSize(), _ -> new ArrayDeque<>())
                        .add(memory);
            }
        }
        taken.clear();
        plain.close();
    }
}
