package dev.stoker.data.record;

import dev.stoker.core.MemoryTracker;
import dev.stoker.data.internal.remote.RemoteReader;
import dev.stoker.data.storage.RequestStatistics;
import dev.stoker.data.storage.StorageRequests;
import dev.stoker.telemetry.trace.Trace;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remote records that were asked for before a worker needs them; each is kept until one takes it. For any number of threads. */
final class RecordsAhead implements StorageRequests {
    /**
     * Records may be wanted and then not be taken: a cache had them meanwhile. They are wanted less than this many before they are
     * needed, so one that is older is not waited for.
     */
    private static final int STALE_AFTER = 1 << 13;

    private final RemoteReader reader = new RemoteReader();

    /** A record of a small set may be wanted for the next epoch before it was taken for this one. */
    private final Map<Long, ArrayDeque<RecordFetch>> fetches = new HashMap<>();

    /** In the order in which they were wanted, with some that were taken. */
    private final ArrayDeque<RecordFetch> order = new ArrayDeque<>();

    private long takes;

    /** A record will be needed: it is asked for when its turn comes and there is memory. */
    synchronized void want(long record, RecordFile file, long within, MemoryTracker memory) {
        dropStale();
        var fetch = new RecordFetch(record, file, within, memory, takes);
        fetches.computeIfAbsent(record, _ -> new ArrayDeque<>(1)).add(fetch);
        order.add(fetch);
        reader.want(fetch);
    }

    private void dropStale() {
        for (var oldest = order.peek(); oldest != null; oldest = order.peek()) {
            if (oldest.isTaken() && !oldest.isDone()) {
                return; // somebody waits for it
            }
            if (!oldest.isTaken()) {
                if (takes - oldest.since() <= STALE_AFTER) {
                    return;
                }
                forget(oldest);
                drop(oldest);
            }
            order.remove();
        }
    }

    private void forget(RecordFetch fetch) {
        var same = fetches.get(fetch.record());
        if (same != null && same.remove(fetch) && same.isEmpty()) {
            fetches.remove(fetch.record());
        }
    }

    private void drop(RecordFetch fetch) {
        boolean _ = reader.withdraw(fetch);
        fetch.drop();
        reader.roomFreed();
    }

    /** The record, once it is there; the caller closes it. Null where it is to be read alone: nobody wanted it, or there was no memory. */
    @Nullable
    RecordBuffer take(long record) {
        var fetch = remove(record);
        if (fetch == null) {
            return null;
        }
        fetch.await();
        reader.hurry(fetch);
        return fetch.answer();
    }

    private synchronized @Nullable RecordFetch remove(long record) {
        takes++;
        var same = fetches.get(record);
        if (same == null) {
            return null;
        }
        var fetch =
                same.stream().filter(each -> !each.isAbandoned()).findFirst().orElseGet(same::element);
        fetch.take();
        forget(fetch);
        return fetch;
    }

    /** A record that was taken has been closed. */
    void roomFreed() {
        reader.roomFreed();
    }

    /** Gives up what nobody took. */
    synchronized void clear() {
        reader.stop();
        order.forEach(RecordFetch::drop);
        order.clear();
        fetches.clear();
    }

    @Override
    public RequestStatistics statistics() {
        return reader.statistics();
    }

    @Override
    public List<String> decisions() {
        return reader.decisions();
    }

    @Override
    public void trace(Trace trace) {
        reader.trace(trace);
    }

    @Override
    public synchronized void abandon(MemoryTracker memory) {
        order.stream().filter(fetch -> fetch.memory().equals(memory)).forEach(RecordFetch::abandon);
    }

    /** Who wanted them is closed. */
    synchronized void dropWantedBy(MemoryTracker memory) {
        order.removeIf(fetch -> {
            boolean own = fetch.memory().equals(memory);
            if (own && !fetch.isTaken()) {
                forget(fetch);
                drop(fetch);
            }
            return own;
        });
    }
}
