package dev.stoker.data.record;

import dev.stoker.core.MemoryTracker;
import dev.stoker.core.io.PageCache;
import dev.stoker.data.file.FileKind;
import dev.stoker.data.file.Leases;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageRequests;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Several shards as one row of records with random access. Their indexes stay in memory; the files are open only while
 * there are readers, and each once, however many readers there are.
 */
public final class RecordShards {
    /** What may be a shard: the indexes beside them match the same patterns. */
    public static final FileKind KIND =
            new FileKind("shards", file -> !file.toString().endsWith(RecordIndexFile.SUFFIX));

    private final List<RecordFile> shards;
    private final long[] starts;
    private final boolean remote;
    private final RecordsAhead ahead = new RecordsAhead();
    private final Leases leases = new Leases(this::rest);

    private RecordShards(List<RecordFile> shards) {
        this.shards = shards;
        remote = shards.stream().anyMatch(RecordFile::isRemote);
        starts = new long[shards.size() + 1];
        for (int i = 0; i < shards.size(); i++) {
            starts[i + 1] = starts[i] + shards.get(i).count();
        }
    }

    /** Reads the indexes of the shards; a shard without one is scanned first. */
    public static RecordShards of(List<Path> paths) {
        return new RecordShards(paths.stream().map(RecordShards::resting).toList());
    }

    /** Shards of a set by the index of the whole set; they are looked at when they are read. */
    public static RecordShards of(Storage storage, ShardSetIndex index, List<String> names) {
        return new RecordShards(
                names.stream().map(name -> index.open(storage, name)).toList());
    }

    private static RecordFile resting(Path path) {
        var shard = RecordFile.open(path);
        shard.rest();
        return shard;
    }

    public long count() {
        return starts[shards.size()];
    }

    /** Whether reads wait for answers over a network, so that records should be asked for before they are needed. */
    public boolean isRemote() {
        return remote;
    }

    /** The requests that are made for records; none for local shards. */
    public List<StorageRequests> requests() {
        return remote ? List.of(ahead) : List.of();
    }

    /** The shards as they were found, in order. */
    public List<ShardSummary> summaries() {
        return shards.stream().map(RecordFile::summary).toList();
    }

    /** The shard of a record. */
    public ShardSummary shard(long record) {
        return shards.get(shardOf(record)).summary();
    }

    /** The checksum of a record in the index of its set: another number where it is another record. */
    public int checksum(long record) {
        int shard = shardOf(record);
        return shards.get(shard).index().checksum(record - starts[shard]);
    }

    /** A reader for one thread; when the last one is closed, so are the files. */
    public Reader reader(MemoryTracker tracker) {
        return new Reader(tracker);
    }

    /** The shard of a record and its place there, for people. */
    public String place(long record) {
        int shard = shardOf(record);
        long within = record - starts[shard];
        return "%s, record %d at byte %d"
                .formatted(
                        shards.get(shard).location(), within, shards.get(shard).offset(within));
    }

    private int shardOf(long record) {
        int found = Arrays.binarySearch(starts, record);
        int shard = found >= 0 ? found : -found - 2;
        while (starts[shard + 1] == record) {
            shard++; // shards without records
        }
        return shard;
    }

    private void rest() {
        ahead.clear();
        shards.forEach(RecordFile::rest);
    }

    /** What one thread reads with. */
    public final class Reader implements AutoCloseable {
        private final MemoryTracker tracker;
        private final Leases.Lease lease;
        private final RecordHints hints = new RecordHints();
        private @Nullable RecordBuffer own;
        private @Nullable RecordBuffer taken;

        private Reader(MemoryTracker tracker) {
            this.tracker = tracker;
            own = remote ? null : new RecordBuffer(tracker); // one that only asks for records of others needs none
            lease = leases.take();
        }

        /** Reads a record and checks it; the payload is valid until the next read. */
        public MemorySegment read(long record) {
            int shard = shardOf(record);
            long within = record - starts[shard];
            if (remote && takeFetched(record)) {
                return shards.get(shard).verified(within, Objects.requireNonNull(taken));
            }
            return shards.get(shard).read(within, own());
        }

        /**
         * Tells the system that a local record will be read, or reads it into the page cache. A remote one is asked for, and this does
         * not wait for it: whoever reads the record gets it from memory that is counted by the tracker of the one who asked.
         */
        public void prefetch(long record) {
            int shard = shardOf(record);
            long within = record - starts[shard];
            if (remote) {
                ahead.want(record, shards.get(shard), within, tracker);
            } else if (PageCache.takesHints()) {
                hints.add(shards.get(shard), within);
            } else {
                shards.get(shard).fetch(within, own());
            }
        }

        private boolean takeFetched(long record) {
            closeTaken();
            taken = ahead.take(record);
            return taken != null;
        }

        private RecordBuffer own() {
            if (own == null) {
                own = new RecordBuffer(tracker);
            }
            return own;
        }

        private void closeTaken() {
            if (taken != null) {
                taken.close();
                taken = null;
                ahead.roomFreed();
            }
        }

        @Override
        public void close() {
            try (lease) {
                if (remote) {
                    ahead.dropWantedBy(tracker);
                }
                closeTaken();
                if (own != null) {
                    own.close();
                }
            }
        }
    }
}
