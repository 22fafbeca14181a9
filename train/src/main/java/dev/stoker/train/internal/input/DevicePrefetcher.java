package dev.stoker.train.internal.input;

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
 * Brings batches to the device while it still computes on those before. They travel on a stream of their own to places of
 * their own, and from there, at the speed of the device's memory, to the one place that steps read. The host asks for copies
 * and steps and goes on; it waits only when it is as many steps ahead of the device as there are places.
 */
public final class DevicePrefetcher implements AutoCloseable {
    public static final int BUFFERS = 3;

    /** Where a batch lies on the device before its turn, and the marks between those who write and read it. */
    private record PrefetchBuffer(Tensor rows, Tensor labels, CudaEvent written, CudaEvent read) {}

    private record InFlightCopy(HostBatch batch, CudaEvent written) {}

    /** A batch that is on its way to a place, or there. */
    private record PrefetchedBatch(PrefetchBuffer place, int size) {}

    private final DeviceInput input;
    private final DeviceStream computing;
    private final DeviceStream copying;
    private final StepTimer times;
    private final HostToDeviceTransfer transfer;
    private final List<PrefetchBuffer> places = new ArrayList<>();
    private final Deque<InFlightCopy> inFlight = new ArrayDeque<>();
    private @Nullable PrefetchBuffer inUse;
    private @Nullable PrefetchedBatch ahead;
    private @Nullable RuntimeException prefetchFailure;
    private long turns;

    /** Tensors that it makes belong to the innermost scope. */
    public DevicePrefetcher(DeviceInput input, DeviceStream computing, StepTimer times) {
        this.input = input;
        this.computing = computing;
        this.times = times;
        copying = computing.sideStream();
        transfer = input.transfer(computing);
        for (int i = 0; i < BUFFERS; i++) {
            var place = new PrefetchBuffer(
                    input.spareRows(),
                    input.spareLabels(),
                    CudaEvent.create(computing.device()),
                    CudaEvent.create(computing.device()));
            place.read.record(computing); // behind what prepared its memory
            places.add(place);
        }
    }

    /** Whether there is another batch to take; waits where the feed has to. */
    public boolean hasNext(BatchFeed feed) {
        releaseBatchesTo(feed);
        return feed.hasNext();
    }

    /** The next batch is the input of what is asked of the device from now on; returns how many samples it has. */
    public int take(BatchFeed feed) {
        if (prefetchFailure != null) {
            throw prefetchFailure;
        }
        var batch = ahead;
        if (batch == null) {
            var rows = next(feed);
            times.begins(); // the device waits for what follows
            batch = bring(rows);
        } else {
            times.begins();
            ahead = null;
        }
        computing.waitFor(batch.place.written);
        input.fill(batch.place.rows, batch.place.labels, batch.size);
        if (transfer.isInUseDuringStep()) {
            inUse = batch.place;
        } else {
            batch.place.read.record(computing);
        }
        times.batchIsOnDevice();
        return batch.size;
    }

    /**
     * All of a step was asked for, and the host may wait for it: the next batch travels meanwhile, if it is ready. A failure of that
     * is thrown when the batch is taken; until then, nothing is wrong with what was trained so far.
     */
    public void prefetchNext(BatchFeed feed) {
        if (ahead != null) {
            throw new IllegalStateException("the batch that was brought before has not been taken");
        }
        try {
            if (feed.isReady()) {
                ahead = bring(next(feed));
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

    private PrefetchedBatch bring(HostBatch batch) {
        int number = (int) (turns++ % BUFFERS);
        var place = places.get(number);
        inFlight.add(new InFlightCopy(batch, place.written));
        copying.waitFor(place.read);
        times.copyBegins(copying);
        transfer.transfer(batch, number, place.rows, copying);
        copying.copy(batch.labels(), place.labels);
        times.copyEnds(copying);
        place.written.record(copying);
        return new PrefetchedBatch(place, batch.size());
    }

    /** All that reads the batch before was asked for by now. */
    private void releasePreviousBuffer() {
        if (inUse != null) {
            inUse.read.record(computing);
            inUse = null;
        }
    }

    /**
     * Those that have arrived; all but the latest, so that the host does not run away from the device; and every one where the feed
     * has nothing to give, since it may be short of just that slot.
     */
    private void releaseBatchesTo(BatchFeed feed) {
        while (!inFlight.isEmpty()
                && (inFlight.size() > 1 || inFlight.getFirst().written.isComplete() || !feed.isReady())) {
            releaseFirstBatch();
        }
    }

    /** Batches go back in the order in which they came. */
    private void releaseFirstBatch() {
        inFlight.getFirst().written.synchronize();
        inFlight.removeFirst().batch.close();
    }

    /** Waits for all copies and gives all batches back; the feed may be closed then. */
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
        for (var place : places) {
            place.written.close();
            place.read.close();
        }
    }
}
