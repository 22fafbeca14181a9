package dev.stoker.data.internal.feed;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Bytes;
import dev.stoker.core.CorruptDataException;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataLoader;
import dev.stoker.data.DataState;
import dev.stoker.data.HostBatch;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.RowWriter;
import dev.stoker.data.StageStatistics;
import dev.stoker.data.internal.pipeline.CorruptElements;
import dev.stoker.data.internal.pipeline.ElementFailure;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.TaskSource;
import dev.stoker.data.internal.pipeline.WorkerPool;
import dev.stoker.data.internal.pipeline.WorkerState;
import dev.stoker.data.internal.tuning.MemoryBudget;
import dev.stoker.data.storage.RequestStatistics;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.TraceLane;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Workers claim short ranges of rows, in order, and write them directly into the slots of a ring; there are no queues and
 * no copies in between. A batch is ready when its last row is; a slow row delays its own batch, never a worker. A corrupt
 * element that is skipped leaves its batch a row shorter; all others stay where they are.
 */
public final class IndexedBatchFeed<T> implements BatchFeed, TaskSource<IndexedBatchFeed.Claim> {
    private static final int ROWS_PER_CLAIM = 16;
    private static final SpanKind ROWS = SpanKind.of("rows", "batch", "rows");

    /** Rows of one batch that a worker has claimed. */
    record Claim(long batch, BatchSlot slot, int from, int to) {}

    private final BatchElements<T> elements;
    private final RowWriter<? super T> writer;
    private final BatchIndexing indexing;
    private final CorruptElements corrupt;
    private final BatchMemoryAllocator memory;
    private final MemoryBudget budget;
    private final BatchSlotPool slots;
    private final @Nullable BatchSlot[] ring;
    private final boolean[] ready;
    private final WorkerPool<Claim> workerPool;
    private final ReadAhead<T> readAhead;
    private final RemoteAhead<T> remoteAhead;
    private final TraceLane host;

    private long claimBatch;
    private int claimRow;
    private long handedOut;
    private long released;

    public IndexedBatchFeed(
            DataLoader<T> loader,
            Indexed<T> stage,
            PipelineResources resources,
            BatchMemoryAllocator memory,
            DataState state) {
        this.memory = memory;
        elements = BatchElements.of(loader, stage, state);
        indexing = elements.indexing();
        writer = loader.rows().writer();
        corrupt = new CorruptElements(loader.corruptLimit(), resources.skipped());
        budget = new MemoryBudget(resources.memory());
        slots = new BatchSlotPool(
                memory,
                budget,
                loader.share().rows(loader.size()),
                loader.rows().rowBytes());
        ring = new BatchSlot[resources.prefetch().maximum() + 1];
        ready = new boolean[ring.length];
        host = resources.trace().lane(ConsumerTrace.HOST);
        workerPool = new WorkerPool<>("feed", RemoteAhead.resources(resources, elements), budget, this);
        readAhead = new ReadAhead<>(elements, workerPool, budget, resources.trace());
        remoteAhead = new RemoteAhead<>(elements, budget, resources.trace());
        workerPool.start();
        readAhead.start(claimBatch);
    }

    /** Tells the sources of a loader which elements will be read, from the beginning to its end. */
    public static <T> void expect(DataLoader<T> loader, Indexed<T> stage) {
        BatchElements.of(loader, stage, DataState.START).expectAll();
    }

    // ---- the consumer

    @Override
    public boolean hasNext() {
        return handedOut < indexing.batches();
    }

    @Override
    public boolean isReady() {
        workerPool.lock();
        try {
            return hasNext() && ready[room(handedOut)];
        } finally {
            workerPool.unlock();
        }
    }

    @Override
    public HostBatch next() {
        workerPool.lock();
        try {
            long index = handedOut;
            int room = room(index);
            ConsumerTrace.waited(host, workerPool.await(() -> ready[room]), index);
            ready[room] = false;
            handedOut++;
            int rows = slot(index).compact(indexing.rows(index));
            workerPool.consumed(rows);
            readAhead.start(claimBatch);
            return new LeasedBatch(index, rows, indexing.wholeRows(index, rows), slot(index), () -> release(index));
        } finally {
            workerPool.unlock();
        }
    }

    private void release(long batch) {
        workerPool.lock();
        try {
            if (batch != released) {
                throw new IllegalStateException(
                        "batch %d was released before batch %d; release them in order".formatted(batch, released));
            }
            slots.giveBack(slot(batch));
            released++;
            workerPool.signal();
        } finally {
            workerPool.unlock();
        }
    }

    @Override
    public DataState state() {
        return elements.state(handedOut);
    }

    @Override
    public int workers() {
        workerPool.lock();
        try {
            return workerPool.tuner().workers();
        } finally {
            workerPool.unlock();
        }
    }

    @Override
    public List<String> decisions() {
        workerPool.lock();
        try {
            return Stream.concat(workerPool.tuner().decisions().stream(), remoteAhead.decisions().stream())
                    .toList();
        } finally {
            workerPool.unlock();
        }
    }

    @Override
    public List<StageStatistics> statistics() {
        return workerPool.metrics().statistics();
    }

    @Override
    public RequestStatistics requests() {
        return remoteAhead.statistics();
    }

    @Override
    public Bytes peakMemory() {
        return budget.peak();
    }

    @Override
    public long skipped() {
        return corrupt.count();
    }

    @Override
    public List<String> corruptElements() {
        return corrupt.all();
    }

    @Override
    public void close() {
        workerPool.stop(); // first: a task that begins later would ask for records that nobody abandons
        remoteAhead.stop();
        workerPool.close();
        readAhead.close();
        remoteAhead.close();
        memory.close();
    }

    // ---- the workers

    @Override
    public boolean isExhausted() {
        return claimBatch >= indexing.batches();
    }

    @Override
    public @Nullable Claim claim() {
        if (claimRow == 0 && !openBatch()) {
            return null;
        }
        int rows = indexing.rows(claimBatch);
        var claim = new Claim(claimBatch, slot(claimBatch), claimRow, Math.min(rows, claimRow + ROWS_PER_CLAIM));
        remoteAhead.reach(claim.batch, claim.to);
        claimRow = claim.to == rows ? 0 : claim.to;
        claimBatch += claim.to == rows ? 1 : 0;
        return claim;
    }

    /** Takes a slot for the next batch, if it may have one yet. */
    private boolean openBatch() {
        if (claimBatch > released + workerPool.tuner().prefetch()) {
            return false;
        }
        var slot = slots.take();
        if (slot == null) {
            workerPool
                    .tuner()
                    .limitPrefetch(
                            slots.made() - 1,
                            "the memory budget of %s has no room for more slots".formatted(budget.limit()));
            return false;
        }
        slot.expect(indexing.rows(claimBatch));
        ring[room(claimBatch)] = slot;
        return true;
    }

    @Override
    public int execute(Claim claim, WorkerState worker) {
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

    private void write(Claim claim, int row, WorkerState worker) {
        try {
            T element = elements.at(claim.batch, row, worker);
            long start = worker.start();
            claim.slot.label(row, writer.write(element, claim.slot.row(row), worker));
            worker.done("transform", start);
        } catch (CorruptDataException found) {
            corrupt.recordSkipped(found);
            claim.slot.omit(row);
        } catch (RuntimeException failure) {
            throw ElementFailure.at(worker, failure);
        }
    }

    private int room(long batch) {
        return (int) (batch % ring.length);
    }

    private BatchSlot slot(long batch) {
        return Objects.requireNonNull(ring[room(batch)], "a batch that was begun has a slot");
    }
}
