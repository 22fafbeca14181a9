package dev.stoker.data.internal.feed;

import dev.stoker.data.DataLoader;
import dev.stoker.data.DataState;
import dev.stoker.data.internal.pipeline.Counts;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.WorkerState;
import dev.stoker.data.storage.StorageRequests;
import java.util.List;

/** The elements of batches by batch and row, resumed from a state of any partitioning. */
record BatchElements<T>(Indexed<T> whole, Indexed<T> rest, BatchIndexing indexing) {

    static <T> BatchElements<T> of(DataLoader<T> loader, Indexed<T> whole, DataState state) {
        var reader = StateReader.of(state);
        long epoch = reader.next();
        var rest = reader.isFresh() ? whole : whole.resume(reader);
        reader.requireUsedUp();
        return new BatchElements<>(whole, rest, BatchIndexing.of(loader, epoch, rest.size(), whole.size()));
    }

    T at(long batch, int row, WorkerState worker) {
        long epoch = indexing.epoch(batch);
        long index = indexing.index(batch, row);
        worker.at(epoch, index);
        return stage(batch, index).at(epoch, wrapped(batch, index), worker);
    }

    void prefetch(long batch, int row, WorkerState worker) {
        long index = indexing.index(batch, row);
        stage(batch, index).prefetch(indexing.epoch(batch), wrapped(batch, index), worker);
    }

    /** All rows that are loaded here will be read. */
    void expectAll() {
        for (long batch = 0; batch < indexing.batches(); batch++) {
            for (int row = 0; row < indexing.rows(batch); row++) {
                long index = indexing.index(batch, row);
                stage(batch, index).expect(indexing.epoch(batch), wrapped(batch, index));
            }
        }
    }

    boolean isRemote() {
        return whole.isRemote();
    }

    List<StorageRequests> requests() {
        return whole.requests();
    }

    private Indexed<T> stage(long batch, long index) {
        return indexing.isInFirst(batch) && index < indexing.leftOfFirst() ? rest : whole;
    }

    private long wrapped(long batch, long index) {
        long elements = indexing.elements(batch);
        return index < elements ? index : (index - elements) % indexing.perEpoch();
    }

    /** The state after so many batches. */
    DataState state(long batches) {
        var state = new StateWriter();
        if (batches <= indexing.batchesOfFirst()) {
            rest.save(Counts.times(batches, indexing.size()), state.add(indexing.firstEpoch()));
        } else {
            // after its last batch the position is the end of the epoch, not the beginning of the next
            long last = batches - 1;
            whole.save(Counts.plus(indexing.first(last), indexing.size()), state.add(indexing.epoch(last)));
        }
        return state.state();
    }
}
