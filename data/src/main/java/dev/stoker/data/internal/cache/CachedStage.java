package dev.stoker.data.internal.cache;

import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.WorkerState;
import dev.stoker.data.storage.StorageRequests;
import java.util.List;

/**
 * Looks elements up before computing them. An element is that of the first epoch, whether it was stored or not: random
 * numbers before a cache are sampled once.
 */
public record CachedStage<T>(Indexed<T> below, CacheStore<T> store, CacheCounters counters, long partitioning)
        implements Indexed<T> {
    private static final long UNKNOWN = -1;

    @Override
    public long size() {
        return below.size();
    }

    @Override
    public int perTask() {
        return below.perTask();
    }

    @Override
    public T at(long epoch, long index, WorkerState worker) {
        var kept = store.find(index, worker);
        if (kept == null) {
            T element = below.at(0, index, worker);
            kept = new CacheStore.CachedElement<>(element, worker.index());
            counters.addMiss(store.keep(index, kept, worker));
        } else {
            counters.addHit();
        }
        worker.at(epoch, kept.source());
        return kept.element();
    }

    @Override
    public void prefetch(long epoch, long index, WorkerState worker) {
        if (!store.holds(index, worker)) {
            below.prefetch(0, index, worker);
        }
    }

    @Override
    public void expect(long epoch, long index) {
        below.expect(0, index);
    }

    @Override
    public boolean isRemote() {
        return below.isRemote();
    }

    @Override
    public List<StorageRequests> requests() {
        return below.requests();
    }

    @Override
    public void save(long given, StateWriter state) {
        state.add(partitioning).add(Math.min(given, size()));
        below.save(given, state);
    }

    @Override
    public Indexed<T> resume(StateReader state) {
        long saved = state.next();
        long given = state.next();
        var rest = below.resume(state);
        return saved == partitioning && given != UNKNOWN
                ? new Remaining<>(this, given)
                : new Uncached<>(rest, partitioning);
    }

    /** The rest of an epoch that began with another partitioning: its elements have other indices than the stored ones. */
    private record Uncached<T>(Indexed<T> below, long partitioning) implements Indexed<T> {
        @Override
        public long size() {
            return below.size();
        }

        @Override
        public int perTask() {
            return below.perTask();
        }

        @Override
        public T at(long epoch, long index, WorkerState worker) {
            T element = below.at(0, index, worker);
            worker.at(epoch, worker.index());
            return element;
        }

        @Override
        public void save(long given, StateWriter state) {
            state.add(partitioning).add(UNKNOWN);
            below.save(given, state);
        }
    }
}
