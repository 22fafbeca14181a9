package dev.stoker.data.internal.feed;

import dev.stoker.data.DataLoader;
import dev.stoker.data.DataState;
import dev.stoker.data.LastBatch;
import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.PipelineRun;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Threads;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.TraceLane;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** The thread that copies rows into batches, in order. */
final class BatchPacker implements AutoCloseable {
    /** Rows are taken as they come, so this includes waiting for workers. */
    private static final SpanKind GATHER = SpanKind.of("gather", "batch", "rows");

    /** A slot with the state after it; without a slot, the end or a failure. */
    record Packed(
            @Nullable BatchSlot slot,
            int rows,
            DataState after,
            @Nullable Throwable failure) {}

    private final DataLoader<?> loader;
    private final PipelineStage<RowPool.Row> stage;
    private final PipelineRun run;
    private final RowPool pool;
    private final TraceLane lane;
    /** Elements that are in the batch or missing in it. */
    private int places;

    private final BlockingQueue<BatchSlot> free = new LinkedBlockingQueue<>();
    private final BlockingQueue<Packed> packed = new LinkedBlockingQueue<>();
    private @Nullable Thread thread;
    private @Nullable Cursor<RowPool.Row> cursor;
    private boolean closed;
    private long packedBatches;

    BatchPacker(DataLoader<?> loader, PipelineStage<RowPool.Row> stage, PipelineRun run, RowPool pool, TraceLane lane) {
        this.loader = loader;
        this.stage = stage;
        this.run = run;
        this.pool = pool;
        this.lane = lane;
    }

    void start(DataState state) {
        thread = Thread.ofPlatform().name("feed-pack").daemon().start(() -> pack(state));
    }

    /** A slot to pack into: a new one, or one whose batch was released. */
    void giveBack(BatchSlot slot) {
        free.add(slot);
    }

    /** The next batch, if it is packed. */
    @Nullable
    Packed poll() {
        return packed.poll();
    }

    /** Waits for the next batch. */
    Packed take() {
        try {
            return packed.take();
        } catch (InterruptedException failure) {
            throw new IllegalStateException("interrupted while waiting for a batch", failure);
        }
    }

    private void pack(DataState state) {
        try {
            var reader = StateReader.of(state);
            for (long epoch = reader.next(); epoch < loader.epochs(); epoch++) {
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
        places = loader.size();
        while (places == loader.size()) {
            var slot = free.take();
            long start = System.nanoTime();
            int count = fill(slot, rows);
            lane.record(GATHER, start, System.nanoTime(), packedBatches++, count);
            if (places == 0 || (places < loader.size() && loader.last() == LastBatch.DROPPED)) {
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
        for (places = 0; places < loader.size() && rows.advance(); places++) {
            if (rows.value() != RowPool.Row.OMITTED) {
                slot.put(count++, rows.value());
                pool.giveBack(rows.value());
            }
        }
        return count;
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (cursor != null) {
                cursor.close();
            }
        }
        if (thread != null) {
            thread.interrupt();
            Threads.join(thread);
        }
        lane.close();
    }
}
