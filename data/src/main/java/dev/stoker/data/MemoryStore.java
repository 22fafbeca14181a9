package dev.stoker.data;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Elements on the heap. */
final class MemoryStore<T> implements CacheStore<T> {
    private final Cache.Memory<T> settings;
    private final ConcurrentHashMap<Long, Kept<T>> kept = new ConcurrentHashMap<>();
    private final AtomicLong used = new AtomicLong();

    MemoryStore(Cache.Memory<T> settings) {
        this.settings = settings;
    }

    @Override
    public @Nullable Kept<T> find(long index, Worker worker) {
        return kept.get(index);
    }

    @Override
    public boolean keep(long index, Kept<T> element, Worker worker) {
        long bytes = settings.bytesOf().applyAsLong(element.element());
        boolean fits = used.addAndGet(bytes) <= settings.limit().count() && worker.tryKeep(bytes);
        if (!fits) {
            used.addAndGet(-bytes);
        } else if (kept.putIfAbsent(index, element) != null) {
            used.addAndGet(-bytes); // another worker was first
            worker.keepNoLonger(bytes);
        }
        return fits;
    }
}
