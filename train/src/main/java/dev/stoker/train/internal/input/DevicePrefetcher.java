package dev.stoker.train.internal.input;

import dev.stoker.core.image.ImageRoute;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.HostBatch;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.CudaEvent;
import dev.stoker.tensor.cuda.DeviceStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Transfers batches to the device while it computes on earlier ones: on a stream of its own into buffers of its own, and from
 * there, at the speed of device memory, into the one input that steps read. The host only enqueues transfers and steps; it waits
 * when it is as many steps ahead of the device as there are buffers.
 */
public final class DevicePrefetcher implements AutoCloseable {
    private static final int BUFFERS = ImageRoute.DEVICE_BUFFERS;

    /** Device memory of a prefetched batch, and the events that order its writing and reading. */
    private record PrefetchBuffer(Tensor rows, Tensor labels, CudaEvent written, CudaEvent read) {}

    private record InFlightCopy(HostBatch batch, CudaEvent written) {}

    /** A batch that is being transferred to a buffer, or is there. */
    private record PrefetchedBatch(PrefetchBuffer buffer, int size, int wholeSize) {}

    private final DeviceInput input;
    private final DeviceStream computing;
    private final DeviceStream copying;
    private final StepTimer times;
    private final HostToDeviceTransfer transfer;
    private final List<PrefetchBuffer> buffers = new ArrayList<>();
    private final Deque<InFlightCopy> inFlight = new ArrayDeque<>();
    private @Nullable PrefetchBuffer inUse;
    private @Nullable PrefetchedBatch ahead;
    private @Nullable RuntimeException prefetchFailure;
    private long turns;

    /** Its tensors belong to the innermost scope. */
    public DevicePrefetcher(DeviceInput input, DeviceStream computing, StepTimer times) {
        this.input = input;
        this.computing = computing;
        this.times = times;
        copying = computing.sideStream();
        transfer = input.transfer(computing);
        for (int i = 0; i < BUFFERS; i++) {
            var buffer = new PrefetchBuffer(
                    input.spareRows(),
                    input.spareLabels(),
                    CudaEvent.create(computing.device()),
                    CudaEvent.create(computing.device()));
            buffer.read.record(computing); // after what initialized its memory
            buffers.add(buffer);
        }
    }

    /** Whether there is another batch to take; waits where the feed has to. */
    public boolean hasNext(BatchFeed feed) {
        releaseBatchesTo(feed);
        return feed.hasNext();
    }

    /** Makes the next batch the input of all that is enqueued from now on; returns how many samples it has. */
    public int take(BatchFeed feed) {
        if (prefetchFailure != null) {
            throw prefetchFailure;
        }
        var batch = ahead;
        if (batch == null) {
            var rows = next(feed);
            times.begins(); // the device waits for what follows
            batch = transfer(rows);
        } else {
            times.begins();
            ahead = null;
        }
        computing.waitFor(batch.buffer.written);
        input.fill(batch.buffer.rows, batch.buffer.labels, batch.size, batch.wholeSize);
        if (transfer.isInUseDuringStep()) {
            inUse = batch.buffer;
        } else {
            batch.buffer.read.record(computing);
        }
        times.batchIsOnDevice();
        return batch.size;
    }

    /**
     * Transfers the next batch if it is ready; to be called when all of a step is enqueued and the host may wait for it. A failure
     * is thrown when the batch is taken; until then, nothing is wrong with what was trained so far.
     */
    public void prefetchNext(BatchFeed feed) {
        if (ahead != null) {
            throw new IllegalStateException("the batch that was prefetched before has not been taken");
        }
        try {
            if (feed.isReady()) {
                ahead = transfer(next(feed));
            }
        } catch (RuntimeException failure) {
            prefetchFailure = failure;
        }
    }

    private HostBatch next(BatchFeed feed) {
        releaseBatchesTo(feed);
        releasePreviousBuffer();
        long start = System.nanoTime();
        var batch = feed.next();
        times.batchArrived((System.nanoTime() - start) * 1e-9);
        return batch;
    }

    private PrefetchedBatch transfer(HostBatch batch) {
        int number = (int) (turns++ % BUFFERS);
        var buffer = buffers.get(number);
        inFlight.add(new InFlightCopy(batch, buffer.written));
        copying.waitFor(buffer.read);
        times.copyBegins(copying);
        if (batch.size() > 0) { // corrupt images may leave none
            transfer.transfer(batch, number, buffer.rows, copying);
            copying.copy(batch.labels(), buffer.labels);
        }
        times.copyEnds(copying);
        buffer.written.record(copying);
        return new PrefetchedBatch(buffer, batch.size(), batch.wholeSize());
    }

    /** Everything that reads the previous batch is enqueued by now. */
    private void releasePreviousBuffer() {
        if (inUse != null) {
            inUse.read.record(computing);
            inUse = null;
        }
    }

    /**
     * Releases batches whose copies are complete; all but the latest, so that the host does not run ahead of the device; and every
     * one where the feed has no batch ready, since it may lack just that slot.
     */
    private void releaseBatchesTo(BatchFeed feed) {
        while (!inFlight.isEmpty()
                && (inFlight.size() > 1 || inFlight.getFirst().written.isComplete() || !feed.isReady())) {
            releaseFirstBatch();
        }
    }

    /** Batches are released in the order in which they came. */
    private void releaseFirstBatch() {
        inFlight.getFirst().written.synchronize();
        inFlight.removeFirst().batch.close();
    }

    /** Waits for all copies and releases all batches; then the feed may be closed. */
    public void drain() {
        ahead = null;
        prefetchFailure = null;
        while (!inFlight.isEmpty()) {
            releaseFirstBatch();
        }
    }

    @Override
    public void close() {
        drain();
        transfer.close();
        copying.close();
        computing.synchronize();
        for (var buffer : buffers) {
            buffer.written.close();
            buffer.read.close();
        }
    }
}
