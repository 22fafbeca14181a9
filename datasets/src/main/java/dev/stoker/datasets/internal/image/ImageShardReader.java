package dev.stoker.datasets.internal.image;

import dev.stoker.core.StokerException;
import dev.stoker.data.Worker;
import dev.stoker.data.example.ExampleReader;
import dev.stoker.data.example.ExampleRow;
import dev.stoker.data.example.ExampleSchema;
import dev.stoker.data.example.Feature;
import dev.stoker.data.record.RecordShards;
import dev.stoker.datasets.FileFingerprint;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Images in TFRecord shards of tf.train.Example, read by number through the index beside each shard. */
public final class ImageShardReader implements EncodedImageReader {
    private static final String ENCODED = "image/encoded";
    private static final String LABEL = "image/class/label";
    private static final ExampleSchema SCHEMA = ExampleSchema.of(Feature.bytes(ENCODED, 1), Feature.int64(LABEL, 1));

    private final RecordShards shards;
    private final int classes;

    /** Labels must be less than {@code classes}. */
    public ImageShardReader(List<Path> paths, int classes) {
        this.classes = classes;
        shards = RecordShards.of(paths);
    }

    @Override
    public int size() {
        return Math.toIntExact(shards.count());
    }

    @Override
    public Labeled read(long sample, Worker worker) {
        var reading = reading(worker);
        var payload = reading.records.read(sample);
        worker.read(payload.byteSize());
        reading.examples.read(payload, reading.row);
        long label = reading.row.int64(SCHEMA.index(LABEL), 0);
        if (label < 0 || label >= classes) {
            throw new StokerException(
                    "%s has label %d, but there are %d classes".formatted(describe(sample), label, classes));
        }
        return new Labeled(reading.row.bytes(SCHEMA.index(ENCODED), 0), (int) label);
    }

    @Override
    public void prefetch(long sample, Worker worker) {
        reading(worker).records.prefetch(sample);
    }

    private Reading reading(Worker worker) {
        return worker.scratch(this, () -> new Reading(shards.reader(worker.memory())));
    }

    @Override
    public String title() {
        return "records";
    }

    @Override
    public String describe(long sample) {
        return shards.place(sample);
    }

    @Override
    public String identity(long sample) {
        var shard = shards.shard(sample);
        return "%s, %d bytes, %d".formatted(shards.place(sample), shard.size(), shard.modified());
    }

    @Override
    public Stream<FileFingerprint> files(Path folder) {
        var checksums = ShardChecksums.in(folder);
        return shards.summaries().stream()
                .map(shard -> FileFingerprint.of(
                        folder,
                        shard,
                        checksums.getOrDefault(shard.path().getFileName().toString(), "")));
    }

    @Override
    public void close() {}

    /** The buffers of one worker. */
    private static final class Reading implements AutoCloseable {
        private final RecordShards.Reader records;
        private final ExampleReader examples = new ExampleReader();
        private final ExampleRow row = new ExampleRow(SCHEMA);

        Reading(RecordShards.Reader records) {
            this.records = records;
        }

        @Override
        public void close() {
            records.close();
        }
    }
}
