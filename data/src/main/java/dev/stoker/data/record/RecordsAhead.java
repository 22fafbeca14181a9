package dev.stoker.data.record;

import dev.stoker.core.MemoryTracker;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Remote records that were asked for before a worker needs them; each is kept until one takes it. For any number of threads. */
final class RecordsAhead {
    /**
     * A worker that is faster than the request for its record reads the record itself, and what then arrives is not taken.
     * Records are asked for less than this many before they are needed, so one that is older is not waited for.
     */
    private static final int STALE_AFTER = 1 << 13;

    /** In the order in which they were asked for. */
    private final Map<Long, Fetch> fetches = new LinkedHashMap<>();

    private long takes;

    private record Fetch(RecordBuffer buffer, CompletableFuture<RecordBuffer> answer, long since) {}

    /** Reads a record and keeps it, unless that has been done; reserves memory before. */
    void fetch(long record, int bytes, Consumer<RecordBuffer> read, MemoryTracker memory) {
        var fetch = begin(record, bytes, memory);
        if (fetch == null) {
            return;
        }
        try {
            read.accept(fetch.buffer);
            fetch.answer.complete(fetch.buffer);
        } catch (RuntimeException | Error failure) {
            abandon(record, fetch, failure);
            throw failure;
        }
    }

    private synchronized @Nullable Fetch begin(long record, int bytes, MemoryTracker memory) {
        dropStale();
        if (fetches.containsKey(record)) {
            return null;
        }
        var fetch = new Fetch(new RecordBuffer(bytes, memory), new CompletableFuture<>(), takes);
        fetches.put(record, fetch);
        return fetch;
    }

    private void dropStale() {
        var oldest = fetches.values().iterator();
        while (oldest.hasNext()) {
            var fetch = oldest.next();
            if (takes - fetch.since <= STALE_AFTER || !fetch.answer.isDone()) {
                return;
            }
            oldest.remove();
            fetch.buffer.close();
        }
    }

    private synchronized void abandon(long record, Fetch fetch, Throwable failure) {
        fetches.remove(record, fetch);
        fetch.buffer.close();
        fetch.answer.completeExceptionally(failure);
    }

    /** The record, once it is there; the caller closes it. Null where nobody asked for it, or the request failed. */
    @Nullable
    RecordBuffer take(long record) {
        var fetch = remove(record);
        if (fetch == null) {
            return null;
        }
        try {
            return fetch.answer.join();
        } catch (CompletionException _) {
            return null; // reading it once more says what is wrong
        }
    }

    private synchronized @Nullable Fetch remove(long record) {
        takes++;
        return fetches.remove(record);
    }

    /** Gives up what nobody took; called when nothing is being fetched. */
    synchronized void clear() {
        fetches.values().forEach(fetch -> fetch.buffer.close());
        fetches.clear();
    }
}
