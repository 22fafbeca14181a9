package dev.stoker.bench.storage;

import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import dev.stoker.data.record.RecordFile;
import dev.stoker.data.record.ShardSetIndex;
import dev.stoker.data.storage.Storage;
import java.util.List;

/** Where the records of a set are, one after another in a shuffled order without end. For any number of threads. */
final class RecordRanges {
    /** A record in its shard. */
    record Range(String shard, long start, int length) {}

    private final List<String> names;
    private final List<RecordFile> shards;
    private final long[] starts;
    private final Permutation order;
    private long position;

    private RecordRanges(List<String> names, List<RecordFile> shards, Seed seed) {
        this.names = names;
        this.shards = shards;
        starts = new long[shards.size() + 1];
        for (int shard = 0; shard < shards.size(); shard++) {
            starts[shard + 1] = starts[shard] + shards.get(shard).count();
        }
        order = new Permutation(starts[shards.size()], seed);
    }

    static RecordRanges of(Storage storage, Seed seed) {
        var index = ShardSetIndex.read(storage);
        var names = index.names();
        return new RecordRanges(
                names, names.stream().map(name -> index.open(storage, name)).toList(), seed);
    }

    Range next() {
        long record = nextRecord();
        int shard = 0;
        while (starts[shard + 1] <= record) {
            shard++;
        }
        var file = shards.get(shard);
        long within = record - starts[shard];
        return new Range(names.get(shard), file.offset(within), (int) file.length(within));
    }

    private synchronized long nextRecord() {
        return order.at(position++ % starts[shards.size()]);
    }
}
