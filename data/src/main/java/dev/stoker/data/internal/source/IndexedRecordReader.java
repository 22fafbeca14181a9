package dev.stoker.data.internal.source;

import dev.stoker.core.StokerException;
import dev.stoker.data.IndexedReader;
import dev.stoker.data.RecordParser;
import dev.stoker.data.Worker;
import dev.stoker.data.record.RecordShards;
import dev.stoker.data.storage.StorageRequests;
import java.util.List;

/** Records by number. Each worker has its own reader; the files are shared. */
public record IndexedRecordReader<T>(RecordShards shards, RecordParser<T> parser) implements IndexedReader<T> {
    @Override
    public T read(long index, Worker worker) {
        var payload = reader(worker).read(index);
        worker.read(payload.byteSize());
        try {
            return parser.parse(payload, worker);
        } catch (RuntimeException failure) {
            throw RecordFailure.at(shards.place(index), failure);
        }
    }

    @Override
    public void prefetch(long index, Worker worker) {
        try {
            reader(worker).prefetch(index);
        } catch (StokerException _) {
            // Reading the record reports it.
        }
    }

    @Override
    public void expect(long index) {
        shards.expect(index);
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
