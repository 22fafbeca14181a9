package dev.stoker.data.internal.feed;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Tunable;
import dev.stoker.data.internal.pipeline.WorkerState;
import dev.stoker.data.internal.tuning.MemoryBudget;
import dev.stoker.data.storage.RequestStatistics;
import dev.stoker.data.storage.StorageRequests;
import dev.stoker.telemetry.trace.Trace;
import java.util.List;

/**
 * Tells those who ask for remote data what the workers will need next, since the order is known. Nothing waits here: each row is
 * announced before a worker can claim it, and its bytes are asked for when there is memory. Does nothing where data is local.
 */
final class RemoteAhead<T> implements AutoCloseable {
    /** Announced before they are needed: neighbors among them may be read together. */
    private static final int ROWS = 1 << 12;

    /** At once, since workers wait for the lock meanwhile. */
    private static final int ROWS_AT_ONCE = 1 << 8;

    private static final int SHARE = 4;
    private static final long MOST_BYTES = 1 << 28;

    private final BatchElements<T> elements;
    private final BatchIndexing indexing;
    private final List<StorageRequests> requests;
    private final RequestStatistics before;
    private final WorkerState announcer;
    private long next;

    RemoteAhead(BatchElements<T> elements, MemoryBudget budget, Trace trace) {
        this.elements = elements;
        indexing = elements.indexing();
        requests = elements.isRemote() ? elements.requests() : List.of();
        before = sum();
        announcer = new WorkerState(requests.isEmpty() ? budget : part(budget));
        requests.forEach(each -> each.trace(trace));
    }

    /** The resources of a feed: threads that wait for remote data would not make it come faster. */
    static PipelineResources resources(PipelineResources resources, BatchElements<?> elements) {
        return elements.isRemote() ? resources.withReaders(Tunable.fixed(0)) : resources;
    }

    private static MemoryBudget part(MemoryBudget whole) {
        return whole.part(new Bytes(Math.min(MOST_BYTES, whole.limit().count() / SHARE)));
    }

    /** A worker is about to claim rows of this batch up to {@code end}. Called with the lock of the pool held. */
    void reach(long batch, int end) {
        if (requests.isEmpty()) {
            return;
        }
        long needed = batch * indexing.size() + end;
        long last = Math.min(needed + ROWS, Math.max(needed, next + ROWS_AT_ONCE));
        for (; next < last; next++) {
            announce(next / indexing.size(), (int) (next % indexing.size()));
        }
    }

    private void announce(long batch, int row) {
        if (batch < indexing.batches() && row < indexing.rows(batch)) {
            try {
                elements.prefetch(batch, row, announcer);
            } catch (StokerException _) {
                // the worker that reads it will report it
            }
        }
    }

    List<String> decisions() {
        return requests.stream().flatMap(each -> each.decisions().stream()).toList();
    }

    RequestStatistics statistics() {
        return sum().since(before);
    }

    private RequestStatistics sum() {
        return requests.stream()
                .map(StorageRequests::statistics)
                .reduce(RequestStatistics.NONE, RequestStatistics::plus);
    }

    /** Workers that wait for answers end at once. */
    void stop() {
        requests.forEach(each -> each.abandon(announcer.memory()));
    }

    /** No worker claims rows any more. */
    @Override
    public void close() {
        announcer.close();
    }
}
