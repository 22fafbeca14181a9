package dev.stoker.data.internal.feed;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataLoader;
import dev.stoker.data.DataState;
import dev.stoker.data.HostBatch;
import dev.stoker.data.LastBatch;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.StageStatistics;
import dev.stoker.data.Tunable;
import dev.stoker.data.internal.pipeline.CorruptElements;
import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.OneToMany;
import dev.stoker.data.internal.pipeline.Partitioning;
import dev.stoker.data.internal.pipeline.PipelineRun;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.SkippingCorrupt;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Streamed;
import dev.stoker.data.internal.pipeline.Threads;
import dev.stoker.data.internal.tuning.MemoryBudget;
import dev.stoker.data.internal.tuning.PipelineMetrics;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.TraceLane;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Batches of elements whose number is known only when they are there: filtered ones, streams, damaged ones left out. Rows
 * are made by workers, and one thread packs them into slots in order, at the price of a copy.
 */
public final class StreamedBatchFeed<T> implements BatchFeed {
    private static final int ROWS_AHEAD = 64;
    /** Rows are taken as they come, so this is waiting for workers, too. */
    private static final SpanKind GATHER = SpanKind.of("gather", "batch", "rows");

    /** A slot with the state behind it; without a slot, the end or a failure. */
    private record Packed(
            @Nullable BatchSlot slot,
            int rows,
            DataState after,
            @Nullable Throwable failure) {}

    private final DataLoader<T> form;
    private final PipelineStage<RowPool.Row> stage;
    private final BatchMemoryAllocator memory;
    private final MemoryBudget budget;
    private final RowPool pool;
    private final PipelineRun run;
    private final PipelineMetrics consumer = new PipelineMetrics();
    private final CorruptElements corrupt;
    private final BlockingQueue<BatchSlot> free = new LinkedBlockingQueue<>();
    private final BlockingQueue<Packed> packed = new LinkedBlockingQueue<>();
    private final TraceLane host;
    private final TraceLane packing;
    private final Thread packer;
    private @Nullable Cursor<RowPool.Row> cursor;
    private boolean closed;

    private @Nullable Packed next;
    private DataState state;
    private long handedOut;
    private long packedBatches;

    public StreamedBatchFeed(
            DataLoader<T> form,
            PipelineStage<T> below,
            Partitioning partitioning,
            PipelineResources resources,
            BatchMemoryAllocator memory,
            DataState state) {
        this.form = form;
        this.memory = memory;
        this.state = state;
        corrupt = new CorruptElements(form.corruptLimit());
        if (form.last() == LastBatch.WRAPPED) {
            throw new StokerException("a last batch can be filled up only where the number of elements is known before;"
                    + " repeat the elements instead, so that every batch is full");
        }
        budget = new MemoryBudget(resources.memory());
        var slots = new BatchSlotPool(memory, budget, form.size(), form.rows().rowBytes());
        for (int i = 0; i <= resources.ahead().first(); i++) {
            var slot = slots.take();
            if (slot != null) {
                free.add(slot);
            }
        }
        pool = new RowPool(memory, budget, form.rows().rowBytes());
        stage = rows(below, partitioning);
        run = new PipelineRun(resources.withAhead(Tunable.fixed(rowsAhead(resources))), budget);
        host = resources.trace().lane(ConsumerTrace.HOST);
        packing = resources.trace().borrow("packer");
        packer = Thread.ofPlatform().name("feed-pack").daemon().start(this::pack);
    }

    private int rowsAhead(PipelineResources resources) {
        long fitting = budget.free().count() / 2 / form.rows().rowBytes();
        return (int) Math.clamp(
                fitting, 1, Math.max(ROWS_AHEAD, 4L * resources.workers().most()));
    }

    private PipelineStage<RowPool.Row> rows(PipelineStage<T> below, Partitioning partitioning) {
        var writer = form.rows().writer();
        return OneToMany.of(below)
                .<PipelineStage<RowPool.Row>>map(
                        oneToMany -> skippingCorrupt(new PooledRowStage<>(oneToMany, writer, pool), partitioning))
                .orElseGet(() -> (Streamed<RowPool.Row>) (run, epoch, state) -> writing(below, run, epoch, state));
    }

    private RowWritingCursor<T> writing(PipelineStage<T> below, PipelineRun run, long epoch, StateReader state) {
        long walked = state.next();
        return new RowWritingCursor<>(below.open(run, epoch, state), form.rows().writer(), pool, epoch, walked);
    }

    private OneToMany<RowPool.Row> skippingCorrupt(OneToMany<RowPool.Row> rows, Partitioning partitioning) {
        return form.corruptLimit() == 0 ? rows : new SkippingCorrupt<>(rows, corrupt, partitioning);
    }

    // ---- the packer

    private void pack() {
        try {
            var reader = StateReader.of(state);
            for (long epoch = reader.next(); epoch < form.epochs(); epoch++) {
                if (!open(epoch, reader)) {
                    return;
                }
                packEpoch(epoch);
                reader = StateReader.fresh();
            }
            packed.add(new Packed(null, 0, DataState.START, null));
        } catch (InterruptedException _) {
            // closed
        } catch (Throwable failure) {
            packed.add(new Packed(null, 0, DataState.START, failure));
        }
    }

    private synchronized boolean open(long epoch, StateReader reader) {
        if (cursor != null) {
            cursor.close();
        }
        cursor = closed ? null : stage.open(run, epoch, reader);
        return !closed;
    }

    private void packEpoch(long epoch) throws InterruptedException {
        var rows = Objects.requireNonNull(cursor);
        int count = form.size();
        while (count == form.size()) {
            var slot = free.take();
            long start = System.nanoTime();
            count = fill(slot, rows);
            packing.record(GATHER, start, System.nanoTime(), packedBatches++, count);
            if (count == 0 || (count < form.size() && form.last() == LastBatch.DROPPED)) {
                free.add(slot);
                return;
            }
            var after = new StateWriter().add(epoch);
            rows.save(after);
            packed.add(new Packed(slot, count, after.state(), null));
        }
    }

    /** Returns how many rows there were. */
    private int fill(BatchSlot slot, Cursor<RowPool.Row> rows) {
        int count = 0;
        while (count < form.size() && rows.advance()) {
            slot.put(count++, rows.value());
            pool.giveBack(rows.value());
        }
        return count;
    }

    // ---- the consumer

    @Override
    public boolean hasNext() {
        return peek().slot != null;
    }

    @Override
    public boolean isReady() {
        if (next == null) {
            next = packed.poll();
        }
        return next != null && next.slot != null;
    }

    private Packed peek() {
        if (next == null) {
            next = packed.poll();
        }
        if (next == null) {
            next = await();
        }
        if (next.failure != null) {
            throw Threads.rethrown(next.failure);
        }
        return next;
    }

    private Packed await() {
        long start = System.nanoTime();
        try {
            return packed.take();
        } catch (InterruptedException failure) {
            throw new IllegalStateException("interrupted while waiting for a batch", failure);
        } finally {
            long waited = System.nanoTime() - start;
            consumer.waitedForInput(waited);
            ConsumerTrace.waited(host, waited, handedOut);
        }
    }

    @Override
    public HostBatch next() {
        var batch = peek();
        if (batch.slot == null) {
            throw new NoSuchElementException("the data has no more batches");
        }
        next = null;
        state = batch.after;
        var slot = batch.slot;
        return new LeasedBatch(handedOut++, batch.rows, slot, () -> free.add(slot));
    }

    @Override
    public DataState state() {
        return state;
    }

    @Override
    public int workers() {
        return run.workers();
    }

    @Override
    public List<String> decisions() {
        return run.decisions();
    }

    @Override
    public List<StageStatistics> statistics() {
        return run.workerPools().statistics(consumer);
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
    public void close() {
        synchronized (this) {
            closed = true;
            if (cursor != null) {
                cursor.close();
            }
        }
        packer.interrupt();
        Threads.join(packer);
        packing.close();
        memory.close();
    }
}
