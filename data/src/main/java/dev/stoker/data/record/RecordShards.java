package dev.stoker.data.record;

import dev.stoker.core.MemoryTracker;
import dev.stoker.core.io.PageCache;
import dev.stoker.data.file.FileKind;
import dev.stoker.data.file.Leases;
import dev.stoker.data.near.NearCache;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageRequests;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
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
    private final RecordNumbers numbers;
    private final boolean remote;
    private final NearCache near;
    /** The numbers of the first records of the shards in the whole set, of which the near cache holds some. */
    private final long[] nearStarts;

    private final RecordsAhead ahead = new RecordsAhead();
    private final Leases leases = new Leases(this::rest);

    private RecordShards(List<RecordFile> shards, NearCache near, long[] nearStarts) {
        this.shards = shards;
        this.near = near;
        this.nearStarts = nearStarts;
        remote = shards.stream().anyMatch(RecordFile::isRemote);
        numbers = new RecordNumbers(shards.stream().mapToLong(RecordFile::count).toArray());
    }

    /** Reads the indexes of the shards; a shard without one is scanned first. */
    public static RecordShards of(List<Path> paths) {
        return new RecordShards(paths.stream().map(RecordShards::resting).toList(), NearCache.none(), new long[0]);
    }

    /** Shards of a set by the index of the whole set; they are looked at when they are read. */
    public static RecordShards of(Storage storage, ShardSetIndex index, List<String> names) {
        return of(storage, index, names, NearCache.none());
    }

    /** The same; what is remote comes from the near cache of the set where that holds it, and is kept there otherwise. */
    public static RecordShards of(Storage storage, ShardSetIndex index, List<String> names, NearCache near) {
        return new RecordShards(
                names.stream().map(name -> index.open(storage, name)).toList(),
                near,
                names.stream().mapToLong(index::firstRecord).toArray());
    }

    private static RecordFile resting(Path path) {
        var shard = RecordFile.open(path);
        shard.rest();
        return shard;
    }

    public long count() {
        return numbers.count();
    }

    /** The records that are kept near. */
    public NearCache near() {
        return near;
    }

    /** A record will be read once more in the coming epochs: the near cache keeps what is read most often. */
    public void expect(long record) {
        if (remote) {
            near.expect(nearNumber(numbers.group(record), record));
        }
    }

    private long nearNumber(int shard, long record) {
        return nearStarts[shard] + record - numbers.start(shard);
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
        return shards.get(numbers.group(record)).summary();
    }

    /** The checksum of a record in the index of its set: another number where it is another record. */
    public int checksum(long record) {
        int shard = numbers.group(record);
        return shards.get(shard).index().checksum(record - numbers.start(shard));
    }

    /** A reader for one thread; when the last one is closed, so are the files. */
    public Reader reader(MemoryTracker tracker) {
        return new Reader(tracker);
    }

    /** The shard of a record and its place there, for people. */
    public String place(long record) {
        int shard = numbers.group(record);
        long within = record - numbers.start(shard);
        return "%s, record %d at byte %d"
                .formatted(
                        shards.get(shard).location(), within, shards.get(shard).offset(within));
    }

    /** Reads a remote record, from the near cache if that holds it. */
    private void fetch(int shard, long record, RecordBuffer into) {
        var file = shards.get(shard);
        long within = record - numbers.start(shard);
        long number = nearNumber(shard, record);
        if (near.copy(number, into.roomFor(file.frame(within)))) {
            if (file.isSound(within, into)) {
                into.markNear();
                return;
            }
            near.discard(number, file.frame(within));
        }
        file.fetch(within, into);
    }

    /** Checks a remote record that was fetched, and tells the near cache of it. */
    private MemorySegment verified(int shard, long record, RecordBuffer fetched) {
        var file = shards.get(shard);
        long within = record - numbers.start(shard);
        var payload = file.verified(within, fetched);
        if (!fetched.isNear()) {
            near.keep(nearNumber(shard, record), fetched.bytes().slice(0, file.frame(within)));
        }
        return payload;
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
            int shard = numbers.group(record);
            if (!remote) {
                return shards.get(shard).read(record - numbers.start(shard), own());
            }
            if (!takeFetched(record)) {
                fetch(shard, record, own());
            }
            return verified(shard, record, last());
        }

        /** Whether the record that was read last comes from the near cache. */
        public boolean isNear() {
            return remote && last().isNear();
        }

        private RecordBuffer last() {
            return taken == null ? own() : taken;
        }

        /**
         * Tells the system that a local record will be read, or reads it into the page cache. A remote one is asked for, and this does
         * not wait for it: whoever reads the record gets it from memory that is counted by the tracker of the one who asked.
         */
        public void prefetch(long record) {
            int shard = numbers.group(record);
            long within = record - numbers.start(shard);
            if (remote) {
                want(shard, record);
            } else if (PageCache.takesHints()) {
                hints.add(shards.get(shard), within);
            } else {
                shards.get(shard).fetch(within, own());
            }
        }

        /** What is near is read when it is needed. */
        private void want(int shard, long record) {
            if (!near.holds(nearNumber(shard, record))) {
                ahead.want(record, shards.get(shard), record - numbers.start(shard), tracker);
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
