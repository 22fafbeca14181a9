package dev.stoker.bench;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.PageCache;
import dev.stoker.data.HostBatch;
import dev.stoker.data.storage.StorageAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Removes the files of a dataset from the page cache after each epoch, so that the next one is read from the disk. Batches that
 * were prefetched by then have been read from memory: prefetch few.
 */
final class ColdFiles implements BatchSink {
    private final BatchSink batches;
    private final Path source;
    private final List<Path> files;
    private final int perEpoch;
    private int taken;

    ColdFiles(BatchSink batches, String source, int perEpoch) {
        refuse(source);
        this.batches = batches;
        this.source = Path.of(source);
        this.perEpoch = perEpoch;
        files = files();
        evict();
    }

    private static void refuse(String source) {
        if (StorageAddress.isAddress(source)) {
            throw new StokerException(
                            "cold reading is for files of this machine, got %s: name a folder, or leave out --cold"
                                    .formatted(source))
                    .about("cold");
        }
        if (!PageCache.takesHints()) {
            throw new StokerException(
                            "cold reading needs posix_fadvise, which this system does not have; leave out --cold")
                    .about("cold");
        }
    }

    private List<Path> files() {
        try (var found = Files.walk(source)) {
            return found.filter(Files::isRegularFile).toList();
        } catch (IOException failure) {
            throw unreadable(failure);
        }
    }

    private void evict() {
        taken = 0;
        try {
            for (var file : files) {
                boolean _ = PageCache.evict(file);
            }
        } catch (IOException failure) {
            throw unreadable(failure);
        }
    }

    private StokerException unreadable(IOException failure) {
        return new StokerException("cannot read %s (%s)".formatted(source, AtomicFile.reason(failure)), failure);
    }

    @Override
    public void take(HostBatch batch) {
        taken += batch.size();
        batches.take(batch);
        if (taken >= perEpoch) {
            evict();
        }
    }

    @Override
    public void finish() {
        batches.finish();
    }

    @Override
    public void close() {
        batches.close();
    }
}
