package dev.stoker.data;

/** The elements of batches by batch and row, continued from a state of whatever division. */
record RowElements<T>(Indexed<T> whole, Indexed<T> rest, RowPlaces places) {

    static <T> RowElements<T> of(RowBatches<T> form, Indexed<T> whole, DataState state) {
        var reader = StateReader.of(state);
        long epoch = reader.next();
        var rest = reader.isFresh() ? whole : whole.resume(reader);
        reader.requireUsedUp();
        return new RowElements<>(whole, rest, RowPlaces.of(form, epoch, rest.size(), whole.size()));
    }

    T at(long batch, int row, Worker worker) {
        long epoch = places.epoch(batch);
        long index = places.first(batch) + row;
        worker.at(epoch, index);
        return stage(batch, index).at(epoch, wrapped(batch, index), worker);
    }

    void warm(long batch, int row, Worker worker) {
        long index = places.first(batch) + row;
        stage(batch, index).warm(places.epoch(batch), wrapped(batch, index), worker);
    }

    private Indexed<T> stage(long batch, long index) {
        return places.isInFirst(batch) && index < places.leftOfFirst() ? rest : whole;
    }

    private long wrapped(long batch, long index) {
        long elements = places.elements(batch);
        return index < elements ? index : (index - elements) % places.perEpoch();
    }

    /** Where a feed stands that has handed out so many batches. */
    DataState state(long batches) {
        var state = new StateWriter();
        if (batches <= places.batchesOfFirst()) {
            rest.save(Counts.times(batches, places.size()), state.add(places.firstEpoch()));
        } else {
            // behind the last batch of an epoch it still stands there, with nothing left
            long last = batches - 1;
            whole.save(Counts.plus(places.first(last), places.size()), state.add(places.epoch(last)));
        }
        return state.state();
    }
}
