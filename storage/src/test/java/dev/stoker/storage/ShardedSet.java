package dev.stoker.storage;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.MemoryTracker;
import dev.stoker.core.io.TfRecordFormat;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.Dataset;
import dev.stoker.data.IndexedReader;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Worker;
import dev.stoker.data.record.RecordShards;
import dev.stoker.data.record.ShardSetIndex;
import dev.stoker.data.record.ShardWriter;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StorageRequests;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Shards of random records, and two epochs of them in batches. */
final class ShardedSet {
    static final int RECORDS = 400;
    private static final int SHARDS = 4;
    private static final int ROW_BYTES = 64;

    private ShardedSet() {}

    static void write(Path folder, int recordBytes) {
        var random = new SeededRandom(new Seed(1));
        var shards = new ArrayList<Path>();
        for (int shard = 0; shard < SHARDS; shard++) {
            Path path = folder.resolve("train-0000%d.tfrecord".formatted(shard));
            try (var writer = ShardWriter.create(path)) {
                for (int record = 0; record < RECORDS / SHARDS; record++) {
                    writer.write(payload(random, recordBytes / 2 + random.nextInt(recordBytes)));
                }
                writer.finish();
            }
            shards.add(path);
        }
        ShardSetIndex.write(folder.resolve(ShardSetIndex.FILE_NAME), shards);
    }

    private static byte[] payload(SeededRandom random, int length) {
        var bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private record Records(RecordShards shards) implements IndexedReader<MemorySegment> {
        @Override
        public MemorySegment read(long index, Worker worker) {
            return reader(worker).read(index);
        }

        @Override
        public void prefetch(long index, Worker worker) {
            reader(worker).prefetch(index);
        }

        @Override
        public boolean isRemote() {
            return shards.isRemote();
        }

        @Override
        public List<StorageRequests> requests() {
            return shards.requests();
        }

        private RecordShards.Reader reader(Worker worker) {
            return worker.scratch(shards, () -> shards.reader(worker.memory()));
        }
    }

    /** What two shuffled epochs write into batches: the last bytes of each record, in order. */
    static byte[] twoEpochs(Storage storage, PipelineResources resources) {
        return twoEpochs(storage, resources, _ -> {});
    }

    /** With somebody who looks at the feed before it is closed. */
    static byte[] twoEpochs(Storage storage, PipelineResources resources, Consumer<BatchFeed> atEnd) {
        var bytes = new ByteArrayOutputStream();
        try (var feed = open(storage, resources)) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    bytes.writeBytes(batch.rows().toArray(ValueLayout.JAVA_BYTE));
                }
            }
            atEnd.accept(feed);
        }
        return bytes.toByteArray();
    }

    static BatchFeed open(Storage storage, PipelineResources resources) {
        var index = ShardSetIndex.read(storage);
        var shards = RecordShards.of(storage, index, index.names());
        var rows = Dataset.indexed("records", shards.count(), new Records(shards))
                .shuffle(new Seed(3))
                .repeat(2)
                .rows(ROW_BYTES, (record, row, _) -> {
                    MemorySegment.copy(record, record.byteSize() - ROW_BYTES, row, 0, ROW_BYTES);
                    return 0;
                });
        return rows.batch(50).open(resources, BatchMemoryAllocator.host());
    }

    /** Records one after another, without reading ahead. */
    static List<byte[]> records(Storage storage) {
        var index = ShardSetIndex.read(storage);
        var shards = RecordShards.of(storage, index, index.names());
        var records = new ArrayList<byte[]>();
        try (var reader = shards.reader(MemoryTracker.UNLIMITED)) {
            for (long record = 0; record < shards.count(); record++) {
                records.add(reader.read(record).toArray(ValueLayout.JAVA_BYTE));
            }
        }
        return records;
    }

    /** Another payload of the same length, with its right checksum. */
    static void replaceFirstRecord(byte[] shard) {
        var bytes = ByteBuffer.wrap(shard).order(ByteOrder.LITTLE_ENDIAN);
        int end = TfRecordFormat.HEADER_BYTES + (int) bytes.getLong(0);
        shard[end - 1] ^= 1;
        bytes.putInt(end, TfRecordFormat.maskedChecksum(ByteBuffer.wrap(shard, TfRecordFormat.HEADER_BYTES, (int)
                bytes.getLong(0))));
    }
}
