package dev.stoker.train;

import dev.stoker.data.BatchFeed;
import dev.stoker.data.HostBatch;
import dev.stoker.tensor.DeviceStream;
import dev.stoker.tensor.StreamMark;
import dev.stoker.tensor.Tensor;
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
final class Inflow implements AutoCloseable {
    static final int PLACES = 3;

    /** Where a batch lies on the device before its turn, and the marks between those who write and read it. */
    private record Place(Tensor rows, Tensor labels, StreamMark written, StreamMark read) {}

    private record Underway(HostBatch batch, StreamMark written) {}

    /** A batch that is on its way to a place, or there. */
    private record Brought(Place place, int size) {}

    private final DeviceInput input;
    private final DeviceStream computing;
    private final DeviceStream copying;
    private final StepTimes times;
    private final Landing landing;
    private final List<Place> places = new ArrayList<>();
    private final Deque<Underway> underway = new ArrayDeque<>();
    private @Nullable Place inUse;
    private @Nullable Brought ahead;
    private @Nullable RuntimeException failedAhead;
    private long turns;

    /** Tensors that it makes belong to the innermost scope. */
    Inflow(DeviceInput input, DeviceStream computing, StepTimes times) {
        this.input = input;
        this.computing = computing;
        this.times = times;
        copying = computing.beside();
        landing = input.landing(computing);
        for (int i = 0; i < PLACES; i++) {
            var place = new Place(
                    input.spareRows(),
                    input.spareLabels(),
                    StreamMark.on(computing.device()),
                    StreamMark.on(computing.device()));
            place.read.set(computing); // behind what prepared its memory
            places.add(place);
        }
    }

    /** Whether there is another batch to take; waits where the feed has to. */
    boolean hasNext(BatchFeed feed) {
        giveBackTo(feed);
        return feed.hasNext();
    }

    /** The next batch is the input of what is asked of the device from now on; returns how many samples it has. */
    int take(BatchFeed feed) {
        if (failedAhead != null) {
            throw failedAhead;
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
        if (landing.isReadBySteps()) {
            inUse = batch.place;
        } else {
            batch.place.read.set(computing);
        }
        times.hasBatch();
        return batch.size;
    }

    /**
     * All of a step was asked for, and the host may wait for it: the next batch travels meanwhile, if it is ready. A failure of that
     * is thrown when the batch is taken; until then, nothing is wrong with what was trained so far.
     */
    void bringNext(BatchFeed feed) {
        if (ahead != null) {
            throw new IllegalStateException("the batch that was brought before has not been taken");
        }
        try {
            if (feed.isReady()) {
                ahead = bring(next(feed));
            }
        } catch (RuntimeException failure) {
            failedAhead = failure;
        }
    }

    private HostBatch next(BatchFeed feed) {
        giveBackTo(feed);
        leaveThePlaceBefore();
        long start = System.nanoTime();
        var batch = feed.next();
        times.batchCame((System.nanoTime() - start) * 1e-9);
        return batch;
    }

    private Brought bring(HostBatch batch) {
        int number = (int) (turns++ % PLACES);
        var place = places.get(number);
        underway.add(new Underway(batch, place.written));
        copying.waitFor(place.read);
        times.copyBegins(copying);
        landing.land(batch, number, place.rows, copying);
        copying.copy(batch.labels(), place.labels);
        times.copyEnds(copying);
        place.written.set(copying);
        return new Brought(place, batch.size());
    }

    /** All that reads the batch before was asked for by now. */
    private void leaveThePlaceBefore() {
        if (inUse != null) {
            inUse.read.set(computing);
            inUse = null;
        }
    }

    /**
     * Those that have arrived; all but the latest, so that the host does not run away from the device; and every one where the feed
     * has nothing to give, since it may be short of just that slot.
     */
    private void giveBackTo(BatchFeed feed) {
        while (!underway.isEmpty()
                && (underway.size() > 1 || underway.getFirst().written.isReached() || !feed.isReady())) {
            giveBackFirst();
        }
    }

    /** Batches go back in the order in which they came. */
    private void giveBackFirst() {
        underway.getFirst().written.await();
        underway.removeFirst().batch.close();
    }

    /** Waits for all copies and gives all batches back; the feed may be closed then. */
    void drain() {
        ahead = null;
        failedAhead = null;
        while (!underway.isEmpty()) {
            giveBackFirst();
        }
    }

    @Override
    public void close() {
        drain();
        landing.close();
        copying.close();
        computing.synchronize();
        for (var place : places) {
            place.written.close();
            place.read.close();
        }
    }
}
