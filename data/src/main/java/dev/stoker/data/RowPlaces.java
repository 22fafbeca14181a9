package dev.stoker.data;

/** Where the rows of batches come from: epoch after epoch of {@code elements} each, in batches of {@code size}. */
record RowPlaces(long elements, int size, LastBatch last, long batchesPerEpoch, long batches) {

    static RowPlaces of(long elements, RowBatches<?> form) {
        long perEpoch = form.last().batches(elements, form.size());
        long high = Math.multiplyHigh(perEpoch, form.epochs());
        long product = perEpoch * form.epochs();
        return new RowPlaces(
                elements, form.size(), form.last(), perEpoch, high != 0 || product < 0 ? Long.MAX_VALUE : product);
    }

    int rows(long batch) {
        return last == LastBatch.SHORT ? (int) Math.min(size, elements - first(batch)) : size;
    }

    long epoch(long batch) {
        return batch / batchesPerEpoch;
    }

    long index(long batch, int row) {
        long index = first(batch) + row;
        return index < elements ? index : index % elements;
    }

    private long first(long batch) {
        return batch % batchesPerEpoch * size;
    }
}
