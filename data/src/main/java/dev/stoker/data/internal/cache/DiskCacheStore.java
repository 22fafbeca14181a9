package dev.stoker.data.internal.cache;

import dev.stoker.data.Cache;
import dev.stoker.data.Worker;
import dev.stoker.data.internal.feed.LeasedBatch;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Elements in a file, which is open as long as a worker uses it. */
public final class DiskCacheStore<T> implements CacheStore<T> {
    private final Cache.Disk<T> settings;
    private final CacheFile.Header header;
    private @Nullable CacheFile file;
    private int users;

    public DiskCacheStore(Cache.Disk<T> settings, CacheFile.Header header) {
        this.settings = settings;
        this.header = header;
    }

    /** One worker's use of the file. */
    private final class LeasedBatch implements AutoCloseable {
        private final CacheFile file;

        LeasedBatch(CacheFile file) {
            this.file = file;
        }

        @Override
        public void close() {
            giveBack();
        }
    }

    private synchronized LeasedBatch lease() {
        if (file == null) {
            file = CacheFile.open(settings.folder(), settings.limit(), header);
            settings.counts().addDamaged(file.damaged());
        }
        users++;
        return new LeasedBatch(file);
    }

    private synchronized void giveBack() {
        if (--users == 0 && file != null) {
            file.close();
            file = null;
        }
    }

    private CacheFile file(Worker worker) {
        return worker.scratch(this, this::lease).file;
    }

    @Override
    public @Nullable CachedElement<T> find(long index, Worker worker) {
        var found = file(worker).read(index);
        return switch (found) {
            case CacheFile.Absent _ -> null;
            case CacheFile.Damaged _ -> {
                settings.counts().addDamaged(1);
                yield null;
            }
            case CacheFile.Found(var source, var bytes) ->
                new CachedElement<>(settings.codec().decode(bytes), source);
        };
    }

    @Override
    public boolean keep(long index, CachedElement<T> element, Worker worker) {
        var opened = file(worker);
        return opened.hasRoom()
                && opened.append(
                        index,
                        element.source(),
                        ByteBuffer.wrap(settings.codec().encode(element.element())));
    }
}
