package dev.stoker.data.near;

import dev.stoker.core.MemoryTracker;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.IndexedReader;
import dev.stoker.data.Worker;
import dev.stoker.data.record.RecordShards;
import dev.stoker.data.record.ShardSetIndex;
import dev.stoker.data.record.ShardWriter;
import dev.stoker.data.storage.Storage;
import dev.stoker.data.storage.StoredFile;
import dev.stoker.data.storage.StoredObject;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A set in a folder that is read as if it were far away, and counts what is fetched. */
final class DistantSet implements Storage {
    static final int RECORDS = 400;
    private static final int SHARDS = 4;

    private final Storage files;
    private final AtomicLong fetched = new AtomicLong();
    private final AtomicLong requests = new AtomicLong();

    DistantSet(Path folder) {
        files = Storage.of(folder);
    }

    static DistantSet write(Path folder, long seed) {
        var random = new SeededRandom(new Seed(seed));
        var shards = new ArrayList<Path>();
        for (int shard = 0; shard < SHARDS; shard++) {
            Path path = folder.resolve("train-0000%d.tfrecord".formatted(shard));
            try (var writer = ShardWriter.create(path)) {
                for (int record = 0; record < RECORDS / SHARDS; record++) {
                    writer.write(payload(random));
                }
                writer.finish();
            }
            shards.add(path);
        }
        ShardSetIndex.write(folder.resolve(ShardSetIndex.FILE_NAME), shards);
        return new DistantSet(folder);
    }

    private static byte[] payload(SeededRandom random) {
        var bytes = new byte[500 + random.nextInt(1000)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    RecordShards shards(NearCache near) {
        var index = index();
        return RecordShards.of(this, index, index.names(), near);
    }

    ShardSetIndex index() {
        return ShardSetIndex.read(files);
    }

    /** All records in order, and what was fetched for them. */
    static List<byte[]> records(RecordShards shards) {
        var records = new ArrayList<byte[]>();
        try (var reader = shards.reader(MemoryTracker.UNLIMITED)) {
            for (long record = 0; record < shards.count(); record++) {
                records.add(reader.read(record).toArray(ValueLayout.JAVA_BYTE));
            }
        }
        return records;
    }

    /** The records as elements. */
    record Records(RecordShards shards) implements IndexedReader<MemorySegment> {
        @Override
        public MemorySegment read(long index, Worker worker) {
            var reader = reader(worker);
            var payload = reader.read(index);
            worker.read(payload.byteSize());
            if (reader.isNear()) {
                worker.readNear(payload.byteSize());
            }
            return payload;
        }

        @Override
        public void prefetch(long index, Worker worker) {
            reader(worker).prefetch(index);
        }

        @Override
        public void expect(long index) {
            shards.expect(index);
        }

        @Override
        public boolean isRemote() {
            return shards.isRemote();
        }

        private RecordShards.Reader reader(Worker worker) {
            return worker.scratch(shards, () -> shards.reader(worker.memory()));
        }
    }

    /** Bytes that were fetched since the last call. */
    long fetched() {
        return fetched.getAndSet(0);
    }

    /** Requests since the last call. */
    long requests() {
        return requests.getAndSet(0);
    }

    @Override
    public String location() {
        return files.location();
    }

    @Override
    public List<StoredFile> list() {
        return files.list();
    }

    @Override
    public Optional<StoredFile> find(String name) {
        return files.find(name);
    }

    @Override
    public StoredObject open(StoredFile file) {
        return new Distant(files.open(file));
    }

    @Override
    public void close() {
        files.close();
    }

    private final class Distant implements StoredObject {
        private final StoredObject object;

        Distant(StoredObject object) {
            this.object = object;
        }

        @Override
        public String location() {
            return object.location();
        }

        @Override
        public long size() {
            return object.size();
        }

        @Override
        public int read(ByteBuffer into, long position) {
            int read = object.read(into, position);
            fetched.addAndGet(read);
            requests.incrementAndGet();
            return read;
        }

        @Override
        public boolean isRemote() {
            return true;
        }

        @Override
        public void rest() {
            object.rest();
        }

        @Override
        public void close() {
            object.close();
        }
    }
}
