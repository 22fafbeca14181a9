package dev.stoker.data.internal.cache;

import dev.stoker.data.internal.pipeline.WorkerState;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Elements on the heap. */
public final class MemoryCacheStore<T> implements CacheStore<T> {
    private final CacheSettings.Memory<T> settings;
    private final ConcurrentHashMap<Long, CachedElement<T>> kept = new ConcurrentHashMap<>();
    private final AtomicLong used = new AtomicLong();

    public MemoryCacheStore(CacheSettings.Memory<T> settings) {
        this.settings = settings;
    }

    @Override
    public @Nullable CachedElement<T> find(long index, WorkerState worker) {
        return kept.get(index);
    }

    @Override
    public boolean holds(long index, WorkerState worker) {
        return kept.containsKey(index);
    }

    @Override
    public boolean keep(long index, CachedElement<T> element, WorkerState worker) {
        long bytes = settings.bytesOf().applyAsLong(element.element());
        boolean fits = used.addAndGet(bytes) <= settings.limit().count() && worker.tryReserve(bytes);
        if (!fits) {
            used.addAndGet(-bytes);
        } else if (kept.putIfAbsent(index, element) != null) {
            used.addAndGet(-bytes); // another worker was first
            worker.releaseReserved(bytes);
        }
        return fits;
    }
}
