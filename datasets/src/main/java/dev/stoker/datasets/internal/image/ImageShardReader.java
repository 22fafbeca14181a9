package dev.stoker.datasets.internal.image;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.data.Worker;
import dev.stoker.data.example.ExampleReader;
import dev.stoker.data.example.ExampleRow;
import dev.stoker.data.example.ExampleSchema;
import dev.stoker.data.example.FeatureKind;
import dev.stoker.data.record.RecordShards;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageRequests;
import dev.stoker.datasets.FileFingerprint;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/** Images in TFRecord shards of tf.train.Example, read by number through the index beside each shard. */
public final class ImageShardReader implements EncodedImageReader {
    private final RecordShards shards;
    private final Optional<Storage> storage;
    private final ImageFeatures features;
    private final ExampleSchema schema;
    private final int labelIndex;
    private final int classes;
    private final Function<String, OptionalInt> names;
    private final int[] known;

    /** Labels must be less than {@code classes}. */
    public ImageShardReader(List<Path> paths, int classes) {
        this(RecordShards.of(paths), ImageFeatures.DEFAULT, classes, _ -> OptionalInt.empty(), new int[0]);
    }

    /**
     * Images of other features; labels that are names have their numbers from {@code names}. {@code known} are the labels of all
     * records, or none where that is not known yet.
     */
    public ImageShardReader(
            RecordShards shards,
            ImageFeatures features,
            int classes,
            Function<String, OptionalInt> names,
            int[] known) {
        this(shards, Optional.empty(), features, classes, names, known);
    }

    private ImageShardReader(
            RecordShards shards,
            Optional<Storage> storage,
            ImageFeatures features,
            int classes,
            Function<String, OptionalInt> names,
            int[] known) {
        this.shards = shards;
        this.storage = storage;
        this.features = features;
        this.classes = classes;
        this.names = names;
        this.known = known;
        schema = features.schema();
        labelIndex = schema.index(features.label());
    }

    /** Images of a set in any storage. */
    public static ImageShardReader of(
            Storage storage,
            RecordShards shards,
            ImageFeatures features,
            int classes,
            Function<String, OptionalInt> names) {
        return new ImageShardReader(shards, Optional.of(storage), features, classes, names, new int[0]);
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
        if (reading.records.isNear()) {
            worker.readNear(payload.byteSize());
        }
        try {
            reading.examples.read(payload, reading.row);
            var encoded = features.encoded(reading.row, schema, reading.pixels);
            return new Labeled(encoded, label(reading.row));
        } catch (CorruptDataException corrupt) {
            throw new CorruptDataException("%s: %s".formatted(describe(sample), corrupt.getMessage()), corrupt)
                    .about(corrupt.settings().toArray(String[]::new));
        } catch (StokerException wrong) {
            throw new StokerException("%s: %s".formatted(describe(sample), wrong.getMessage()), wrong);
        }
    }

    private int label(ExampleRow row) {
        if (features.labelKind() == FeatureKind.BYTES) {
            String name = features.labelText(row, schema);
            return names.apply(name)
                    .orElseThrow(() -> new StokerException(
                            "the label is '%s', which is not one of the %d classes".formatted(name, classes)));
        }
        long label = row.int64(labelIndex, 0);
        if (label < 0 || label >= classes) {
            throw new StokerException("the label is %d, but there are %d classes".formatted(label, classes));
        }
        return (int) label;
    }

    @Override
    public void prefetch(long sample, Worker worker) {
        reading(worker).records.prefetch(sample);
    }

    @Override
    public void expect(long sample) {
        shards.expect(sample);
    }

    @Override
    public List<String> warnings() {
        return shards.near().warnings();
    }

    @Override
    public boolean isRemote() {
        return shards.isRemote();
    }

    @Override
    public List<StorageRequests> requests() {
        return shards.requests();
    }

    private Reading reading(Worker worker) {
        return worker.scratch(this, () -> new Reading(shards.reader(worker.memory()), schema));
    }

    @Override
    public OptionalInt label(long sample) {
        return known.length == 0 ? OptionalInt.empty() : OptionalInt.of(known[(int) sample]);
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
        long version = storage.isPresent() ? shards.checksum(sample) : shard.modified();
        return "%s, %d bytes, %d".formatted(shards.place(sample), shard.size(), version);
    }

    @Override
    public Stream<FileFingerprint> files(Path folder) {
        var checksums = storage.map(ShardChecksums::in).orElseGet(() -> ShardChecksums.in(folder));
        return shards.summaries().stream().map(shard -> {
            String name = shard.location().substring(shard.location().lastIndexOf('/') + 1);
            String checksum = checksums.getOrDefault(name, "");
            return storage.isPresent()
                    ? FileFingerprint.ofShard(name, shard, checksum)
                    : FileFingerprint.of(folder, shard, checksum);
        });
    }

    @Override
    public void close() {
        shards.near().close();
        storage.ifPresent(Storage::close);
    }

    /** The buffers of one worker. */
    private static final class Reading implements AutoCloseable {
        private final RecordShards.Reader records;
        private final ExampleReader examples = new ExampleReader();
        private final RawPixels pixels = new RawPixels();
        private final ExampleRow row;

        Reading(RecordShards.Reader records, ExampleSchema schema) {
            this.records = records;
            row = new ExampleRow(schema);
        }

        @Override
        public void close() {
            records.close();
        }
    }
}
