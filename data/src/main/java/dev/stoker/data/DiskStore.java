package dev.stoker.data;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Elements in a file, which is open as long as a worker uses it. */
final class DiskStore<T> implements CacheStore<T> {
    private final Cache.Disk<T> settings;
    private final CacheFile.Header header;
    private @Nullable CacheFile file;
    private int users;

    DiskStore(Cache.Disk<T> settings, CacheFile.Header header) {
        this.settings = settings;
        this.header = header;
    }

    /** One worker's use of the file. */
    private final class Lease implements AutoCloseable {
        private final CacheFile file;

        Lease(CacheFile file) {
            this.file = file;
        }

        @Override
        public void close() {
            giveBack();
        }
    }

    private synchronized Lease lease() {
        if (file == null) {
            file = CacheFile.open(settings.folder(), settings.limit(), header);
            settings.counts().addDamaged(file.damaged());
        }
        users++;
        return new Lease(file);
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
    public @Nullable Kept<T> find(long index, Worker worker) {
        var found = file(worker).read(index);
        return switch (found) {
            case CacheFile.Absent _ -> null;
            case CacheFile.Damaged _ -> {
                settings.counts().addDamaged(1);
                yield null;
            }
            case CacheFile.Found(var source, var bytes) ->
                new Kept<>(settings.codec().decode(bytes), source);
        };
    }

    @Override
    public boolean keep(long index, Kept<T> element, Worker worker) {
        var opened = file(worker);
        return opened.hasRoom()
                && opened.append(
                        index,
                        element.source(),
                        ByteBuffer.wrap(settings.codec().encode(element.element())));
    }
}
