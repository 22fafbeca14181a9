package dev.stoker.data.record;

import dev.stoker.core.MemoryTracker;
import dev.stoker.data.file.FileKind;
import dev.stoker.data.file.Leases;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

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
    private final Leases leases = new Leases(this::rest);

    private RecordShards(List<RecordFile> shards) {
        this.shards = shards;
        starts = new long[shards.size() + 1];
        for (int i = 0; i < shards.size(); i++) {
            starts[i + 1] = starts[i] + shards.get(i).count();
        }
    }

    /** Reads the indexes of the shards; a shard without one is scanned first. */
    public static RecordShards of(List<Path> paths) {
        return new RecordShards(paths.stream().map(RecordShards::resting).toList());
    }

    private static RecordFile resting(Path path) {
        var shard = RecordFile.open(path);
        shard.rest();
        return shard;
    }

    public long count() {
        return starts[shards.size()];
    }

    /** The shards as they were found, in order. */
    public List<ShardSummary> summaries() {
        return shards.stream().map(RecordFile::summary).toList();
    }

    /** The shard of a record. */
    public ShardSummary shard(long record) {
        return shards.get(shardOf(record)).summary();
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
                .formatted(shards.get(shard).path(), within, shards.get(shard).offset(within));
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
        shards.forEach(RecordFile::rest);
    }

    /** What one thread reads with. */
    public final class Reader implements AutoCloseable {
        private final RecordBuffer buffer;
        private final Leases.Lease lease;

        private Reader(MemoryTracker tracker) {
            buffer = new RecordBuffer(tracker);
            lease = leases.take();
        }

        /** Reads a record and checks it; the payload is valid until the next read. */
        public MemorySegment read(long record) {
            int shard = shardOf(record);
            return shards.get(shard).read(record - starts[shard], buffer);
        }

        /** Reads the bytes of a record and forgets them: the next to read it finds them in memory. */
        public void prefetch(long record) {
            int shard = shardOf(record);
            shards.get(shard).prefetch(record - starts[shard], buffer);
        }

        @Override
        public void close() {
            try (lease) {
                buffer.close();
            }
        }
    }
}
