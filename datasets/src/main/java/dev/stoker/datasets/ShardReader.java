package dev.stoker.datasets;

import dev.stoker.core.MemoryAccount;
import dev.stoker.core.StokerException;
import dev.stoker.data.Worker;
import dev.stoker.data.example.ExampleReader;
import dev.stoker.data.example.ExampleRow;
import dev.stoker.data.example.ExampleSchema;
import dev.stoker.data.example.Feature;
import dev.stoker.data.record.RecordBuffer;
import dev.stoker.data.record.RecordFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Pictures in TFRecord shards of tf.train.Example, read by number through the index beside each shard. */
final class ShardReader implements PictureReader {
    private static final String ENCODED = "image/encoded";
    private static final String LABEL = "image/class/label";
    private static final ExampleSchema SCHEMA = ExampleSchema.of(Feature.bytes(ENCODED, 1), Feature.int64(LABEL, 1));

    private final List<RecordFile> shards;
    private final long[] starts;
    private final int classes;

    /** Labels must lie below {@code classes}. */
    ShardReader(List<Path> paths, int classes) {
        this.classes = classes;
        shards = paths.stream().map(RecordFile::open).toList();
        starts = new long[shards.size() + 1];
        for (int i = 0; i < shards.size(); i++) {
            starts[i + 1] = starts[i] + shards.get(i).count();
        }
    }

    @Override
    public int size() {
        return Math.toIntExact(starts[shards.size()]);
    }

    @Override
    public Labelled read(long sample, Worker worker) {
        int shard = shardOf(sample);
        var reading = worker.scratch(ShardReader.class, () -> new Reading(worker.memory()));
        var payload = shards.get(shard).read(sample - starts[shard], reading.buffer);
        worker.read(payload.byteSize());
        reading.reader.read(payload, reading.row);
        long label = reading.row.int64(SCHEMA.index(LABEL), 0);
        if (label < 0 || label >= classes) {
            throw new StokerException(
                    "%s has label %d, but there are %d classes".formatted(describe(sample), label, classes));
        }
        return new Labelled(reading.row.bytes(SCHEMA.index(ENCODED), 0), (int) label);
    }

    @Override
    public void warm(long sample, Worker worker) {
        read(sample, worker);
    }

    @Override
    public String title() {
        return "records";
    }

    private int shardOf(long sample) {
        int found = Arrays.binarySearch(starts, sample);
        int shard = found >= 0 ? found : -found - 2;
        while (starts[shard + 1] == sample) {
            shard++; // shards without records
        }
        return shard;
    }

    @Override
    public String describe(long sample) {
        int shard = shardOf(sample);
        long record = sample - starts[shard];
        return "%s, record %d at byte %d"
                .formatted(shards.get(shard).path(), record, shards.get(shard).offset(record));
    }

    @Override
    public void close() {
        shards.forEach(RecordFile::close);
    }

    /** What one worker needs to read. */
    private static final class Reading implements AutoCloseable {
        private final RecordBuffer buffer;
        private final ExampleReader reader = new ExampleReader();
        private final ExampleRow row = new ExampleRow(SCHEMA);

        Reading(MemoryAccount account) {
            buffer = new RecordBuffer(account);
        }

        @Override
        public void close() {
            buffer.close();
        }
    }
}
