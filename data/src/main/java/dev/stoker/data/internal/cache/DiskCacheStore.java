package dev.stoker.data.internal.cache;

import dev.stoker.data.internal.pipeline.WorkerState;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Elements in a file, which is open as long as a worker uses it. */
public final class DiskCacheStore<T> implements CacheStore<T> {
    private final CacheSettings.Disk<T> settings;
    private final CacheFile.Header header;
    private @Nullable CacheFile file;
    private int users;

    public DiskCacheStore(CacheSettings.Disk<T> settings, CacheFile.Header header) {
        this.settings = settings;
        this.header = header;
    }

    /** One worker's use of the file. */
    private final class FileLease implements AutoCloseable {
        private final CacheFile file;

        FileLease(CacheFile file) {
            this.file = file;
        }

        @Override
        public void close() {
            giveBack();
        }
    }

    private synchronized FileLease lease() {
        if (file == null) {
            file = CacheFile.open(settings.folder(), settings.limit(), header);
            settings.counters().addCorrupt(file.corrupt());
        }
        users++;
        return new FileLease(file);
    }

    private synchronized void giveBack() {
        if (--users == 0 && file != null) {
            file.close();
            file = null;
        }
    }

    private CacheFile file(WorkerState worker) {
        return worker.scratch(this, this::lease).file;
    }

    @Override
    public @Nullable CachedElement<T> find(long index, WorkerState worker) {
        var found = file(worker).read(index);
        return switch (found) {
            case CacheFile.Absent _ -> null;
            case CacheFile.Corrupt _ -> {
                settings.counters().addCorrupt(1);
                yield null;
            }
            case CacheFile.Found(var source, var bytes) ->
                new CachedElement<>(settings.codec().decode(bytes), source);
        };
    }

    @Override
    public boolean holds(long index, WorkerState worker) {
        return file(worker).holds(index);
    }

    @Override
    public boolean keep(long index, CachedElement<T> element, WorkerState worker) {
        var opened = file(worker);
        return opened.hasRoom()
                && opened.append(
                        index,
                        element.source(),
                        ByteBuffer.wrap(settings.codec().encode(element.element())));
    }
}
