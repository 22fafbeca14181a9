package dev.stoker.data;

import dev.stoker.core.Bytes;
import dev.stoker.core.SlotMemory;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.TraceLane;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Workers take short runs of rows, in order, and write them straight into the slots of a ring; there are no queues and
 * no copies between. A batch is ready when its last row is; a slow row holds back its own batch, never a worker.
 */
final class SlotFeed<T> implements BatchFeed, Crew.Work<SlotFeed.Claim> {
    private static final int ROWS_PER_CLAIM = 16;
    private static final SpanKind ROWS = SpanKind.of("rows", "batch", "rows");

    /** Some rows of one batch that a worker has taken. */
    record Claim(long batch, Slot slot, int from, int to) {}

    private final RowElements<T> elements;
    private final RowWriter<? super T> writer;
    private final RowPlaces places;
    private final SlotMemory memory;
    private final MemoryBudget budget;
    private final Slots slots;
    private final @Nullable Slot[] ring;
    private final boolean[] ready;
    private final Crew<Claim> crew;
    private final ReadAhead<T> readAhead;
    private final TraceLane host;

    private long claimBatch;
    private int claimRow;
    private long handedOut;
    private long released;

    SlotFeed(RowBatches<T> form, Indexed<T> stage, Resources resources, SlotMemory memory, DataState state) {
        this.memory = memory;
        elements = RowElements.of(form, stage, state);
        places = elements.places();
        writer = form.rows().writer();
        budget = new MemoryBudget(resources.memory());
        slots = new Slots(memory, budget, form.size(), form.rows().rowBytes());
        ring = new Slot[resources.ahead().most() + 1];
        ready = new boolean[ring.length];
        host = resources.trace().lane(Lanes.HOST);
        crew = new Crew<>("feed", resources, budget, this);
        readAhead = new ReadAhead<>(elements, crew, budget, resources.trace());
        crew.start();
        readAhead.start(claimBatch);
    }

    // ---- the consumer

    @Override
    public boolean hasNext() {
        return handedOut < places.batches();
    }

    @Override
    public boolean isReady() {
        crew.lock();
        try {
            return hasNext() && ready[room(handedOut)];
        } finally {
            crew.unlock();
        }
    }

    @Override
    public HostBatch next() {
        crew.lock();
        try {
            long index = handedOut;
            int room = room(index);
            Lanes.waited(host, crew.await(() -> ready[room]), index);
            ready[room] = false;
            handedOut++;
            int rows = places.rows(index);
            crew.took(rows);
            readAhead.start(claimBatch);
            return new Lease(index, rows, slot(index), () -> release(index));
        } finally {
            crew.unlock();
        }
    }

    private void release(long batch) {
        crew.lock();
        try {
            if (batch != released) {
                throw new IllegalStateException(
                        "batch %d was given back before batch %d; give them back in order".formatted(batch, released));
            }
            slots.giveBack(slot(batch));
            released++;
            crew.signal();
        } finally {
            crew.unlock();
        }
    }

    @Override
    public DataState state() {
        return elements.state(handedOut);
    }

    @Override
    public int workers() {
        crew.lock();
        try {
            return crew.tuner().workers();
        } finally {
            crew.unlock();
        }
    }

    @Override
    public List<String> decisions() {
        crew.lock();
        try {
            return crew.tuner().decisions();
        } finally {
            crew.unlock();
        }
    }

    @Override
    public List<StageStatistics> statistics() {
        return crew.meters().statistics();
    }

    @Override
    public Bytes peakMemory() {
        return budget.peak();
    }

    @Override
    public long skipped() {
        return 0;
    }

    @Override
    public void close() {
        crew.close();
        readAhead.close();
        memory.close();
    }

    // ---- the workers

    @Override
    public boolean isExhausted() {
        return claimBatch >= places.batches();
    }

    @Override
    public @Nullable Claim claim() {
        if (claimRow == 0 && !openBatch()) {
            return null;
        }
        int rows = places.rows(claimBatch);
        var claim = new Claim(claimBatch, slot(claimBatch), claimRow, Math.min(rows, claimRow + ROWS_PER_CLAIM));
        claimRow = claim.to == rows ? 0 : claim.to;
        claimBatch += claim.to == rows ? 1 : 0;
        return claim;
    }

    /** Finds a slot for the next batch, if it may have one yet. */
    private boolean openBatch() {
        if (claimBatch > released + crew.tuner().ahead()) {
            return false;
        }
        var slot = slots.take();
        if (slot == null) {
            crew.tuner()
                    .limitAhead(
                            slots.made() - 1, "the memory budget of %s holds no more slots".formatted(budget.limit()));
            return false;
        }
        slot.expect(places.rows(claimBatch));
        ring[room(claimBatch)] = slot;
        return true;
    }

    @Override
    public int carryOut(Claim claim, Worker worker) {
        for (int row = claim.from; row < claim.to; row++) {
            write(claim, row, worker);
        }
        return claim.to - claim.from;
    }

    @Override
    public void finished(Claim claim) {
        if (claim.slot.complete(claim.to - claim.from)) {
            ready[room(claim.batch)] = true;
        }
    }

    @Override
    public SpanKind kind() {
        return ROWS;
    }

    @Override
    public long number(Claim claim) {
        return claim.batch;
    }

    private void write(Claim claim, int row, Worker worker) {
        try {
            T element = elements.at(claim.batch, row, worker);
            long start = worker.start();
            claim.slot.label(row, writer.write(element, claim.slot.row(row), worker));
            worker.done("rows", start);
        } catch (RuntimeException failure) {
            throw ElementException.at(worker, failure);
        }
    }

    private int room(long batch) {
        return (int) (batch % ring.length);
    }

    private Slot slot(long batch) {
        return Objects.requireNonNull(ring[room(batch)], "a batch that was begun has a slot");
    }
}
