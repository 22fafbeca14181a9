package dev.stoker.bench;

import dev.stoker.data.HostBatch;

/** Where drained batches go; it gives each back when it is done with it. */
interface BatchSink extends AutoCloseable {
    void take(HostBatch batch);

    /** Waits until all that was taken is done. */
    void finish();

    @Override
    void close();

    /** Nowhere. */
    BatchSink NONE = new BatchSink() {
        @Override
        public void take(HostBatch batch) {
            batch.close();
        }

        @Override
        public void finish() {}

        @Override
        public void close() {}
    };
}
