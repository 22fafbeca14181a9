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
import dev.stoker.data.internal.pipeline.OneToMany;
import dev.stoker.data.internal.pipeline.PipelineRun;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.Streamed;
import dev.stoker.data.internal.pipeline.Threads;
import dev.stoker.data.internal.tuning.MemoryBudget;
import dev.stoker.data.internal.tuning.PipelineMetrics;
import dev.stoker.telemetry.trace.TraceLane;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Batches of elements whose number is not known in advance, streams and filtered elements, and of elements without order. Workers write the rows, and one thread packs them into slots in order, at the price of a copy.
 */
public final class StreamedBatchFeed<T> implements BatchFeed {
    private static final int ROWS_AHEAD = 64;

    private final DataLoader<T> loader;
    private final BatchMemoryAllocator memory;
    private final MemoryBudget budget;
    private final RowPool pool;
    private final PipelineRun run;
    private final PipelineMetrics consumer = new PipelineMetrics();
    private final CorruptElements corrupt;
    private final BatchPacker packer;
    private final TraceLane host;
    private BatchPacker.@Nullable Packed next;
    private DataState state;
    private long handedOut;

    public StreamedBatchFeed(
            DataLoader<T> loader,
            PipelineStage<T> below,
            PipelineResources resources,
            BatchMemoryAllocator memory,
            DataState state) {
        this.loader = loader;
        this.memory = memory;
        this.state = state;
        corrupt = new CorruptElements(loader.corruptLimit(), resources.skipped());
        if (loader.last() == LastBatch.WRAPPED) {
            throw new StokerException("the last batch can only be filled up if the number of elements is known;"
                    + " repeat the elements instead, so that every batch is full");
        }
        budget = new MemoryBudget(resources.memory());
        var slots =
                new BatchSlotPool(memory, budget, loader.size(), loader.rows().rowBytes());
        var first = new ArrayList<BatchSlot>();
        for (int i = 0; i <= resources.prefetch().initial(); i++) {
            var slot = slots.take();
            if (slot != null) {
                first.add(slot);
            }
        }
        pool = new RowPool(memory, budget, loader.rows().rowBytes());
        run = new PipelineRun(resources.withPrefetch(Tunable.fixed(rowsToPrefetch(resources))), budget);
        host = resources.trace().lane(ConsumerTrace.HOST);
        packer = new BatchPacker(
                loader,
                rows(below),
                loader.ordered() ? run : run.unordered(),
                pool,
                resources.trace().borrow("packer"));
        first.forEach(packer::giveBack);
        packer.start(state);
    }

    private int rowsToPrefetch(PipelineResources resources) {
        long fitting = budget.free().count() / 2 / loader.rows().rowBytes();
        return (int) Math.clamp(
                fitting, 1, Math.max(ROWS_AHEAD, 4L * resources.workers().maximum()));
    }

    private PipelineStage<RowPool.Row> rows(PipelineStage<T> below) {
        var writer = loader.rows().writer();
        return OneToMany.of(below)
                .<PipelineStage<RowPool.Row>>map(oneToMany -> new PooledRowStage<>(oneToMany, writer, pool, corrupt))
                .orElseGet(() -> (Streamed<RowPool.Row>) (run, epoch, state) -> writing(below, run, epoch, state));
    }

    private RowWritingCursor<T> writing(PipelineStage<T> below, PipelineRun run, long epoch, StateReader state) {
        long position = state.next();
        return new RowWritingCursor<>(
                below.open(run, epoch, state), loader.rows().writer(), pool, epoch, position);
    }

    @Override
    public boolean hasNext() {
        return peek().slot() != null;
    }

    @Override
    public boolean isReady() {
        if (next == null) {
            next = packer.poll();
        }
        return next != null && next.slot() != null;
    }

    private BatchPacker.Packed peek() {
        if (next == null) {
            next = packer.poll();
        }
        if (next == null) {
            next = await();
        }
        if (next.failure() != null) {
            throw Threads.rethrown(next.failure());
        }
        return next;
    }

    private BatchPacker.Packed await() {
        long start = System.nanoTime();
        try {
            return packer.take();
        } finally {
            long waited = System.nanoTime() - start;
            consumer.waitedForInput(waited);
            ConsumerTrace.waited(host, waited, handedOut);
        }
    }

    @Override
    public HostBatch next() {
        var batch = peek();
        var slot = batch.slot();
        if (slot == null) {
            throw new NoSuchElementException("the data has no more batches");
        }
        next = null;
        state = batch.after();
        return new LeasedBatch(handedOut++, batch.rows(), slot, () -> packer.giveBack(slot));
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
    public List<String> corruptElements() {
        return corrupt.all();
    }

    @Override
    public void close() {
        packer.close();
        memory.close();
    }
}
