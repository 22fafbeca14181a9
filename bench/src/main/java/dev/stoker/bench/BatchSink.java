package dev.stoker.bench;

import dev.stoker.data.HostBatch;

/** Consumes the batches of a feed, and closes each when it is done with it. */
interface BatchSink extends AutoCloseable {
    void take(HostBatch batch);

    /** Waits until all batches taken are processed. */
    void finish();

    @Override
    void close();

    /** Closes each batch at once. */
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
