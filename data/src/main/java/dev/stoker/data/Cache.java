package dev.stoker.data;

import dev.stoker.core.Bytes;
import dev.stoker.data.internal.cache.CacheCounters;
import dev.stoker.data.internal.cache.CacheSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToLongFunction;

/**
 * Where elements are stored once they are computed, and how many bytes of them. Elements that do not fit are computed
 * again each time; nothing is ever evicted, so a cache that is too small cannot thrash.
 */
public final class Cache<T> {
    private final CacheSettings<T> settings;

    private Cache(CacheSettings<T> settings) {
        this.settings = settings;
    }

    /** In memory, for one iteration. */
    public static <T> Cache<T> memory(Bytes limit, ToLongFunction<? super T> bytesOf) {
        return new Cache<>(new CacheSettings.Memory<>(limit, bytesOf, new CacheCounters()));
    }

    /**
     * In the file {@code name.cache} of a folder, for this run and later ones. The name identifies the transforms that
     * the elements went through: choose another one when they change. A file that was written under another name, for
     * another number of elements, for another shard or by another codec is refused. Corrupt elements are computed again,
     * and a second process reads what the first one has written before.
     */
    public static <T> Cache<T> disk(Path folder, String name, Bytes limit, ElementCodec<T> codec) {
        return new Cache<>(new CacheSettings.Disk<>(folder, name, limit, codec, new CacheCounters()));
    }

    /** A file in shared memory where the system has it: outside the heap, and visible to other processes until reboot. */
    public static <T> Cache<T> sharedMemory(String name, Bytes limit, ElementCodec<T> codec) {
        Path memory = Path.of("/dev/shm");
        Path base = Files.isWritable(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir", "."));
        return disk(base.resolve("stoker-" + System.getProperty("user.name", "cache")), name, limit, codec);
    }

    /** Hits and misses so far, of all iterations that used this cache. */
    public CacheStatistics statistics() {
        return settings.counters().statistics();
    }

    CacheSettings<T> settings() {
        return settings;
    }
}
