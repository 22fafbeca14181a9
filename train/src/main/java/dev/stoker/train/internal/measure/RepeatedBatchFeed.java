package dev.stoker.train.internal.measure;

import dev.stoker.core.Bytes;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.data.HostBatch;
import dev.stoker.data.StageStatistics;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** One batch again and again, always ready; it is released by its owner. */
record RepeatedBatchFeed(HostBatch batch) implements BatchFeed {
    /** The slot stays leased, since the next copy reads it again. */
    private record Leased(HostBatch batch) implements HostBatch {
        @Override
        public long index() {
            return batch.index();
        }

        @Override
        public int size() {
            return batch.size();
        }

        @Override
        public MemorySegment rows() {
            return batch.rows();
        }

        @Override
        public MemorySegment labels() {
            return batch.labels();
        }

        @Override
        public void close() {
            // It belongs to another feed.
        }
    }

    @Override
    public boolean hasNext() {
        return true;
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public HostBatch next() {
        return new Leased(batch);
    }

    @Override
    public DataState state() {
        return DataState.START;
    }

    @Override
    public int workers() {
        return 0;
    }

    @Override
    public List<String> decisions() {
        return List.of();
    }

    @Override
    public List<StageStatistics> statistics() {
        return List.of();
    }

    @Override
    public Bytes peakMemory() {
        return new Bytes(0);
    }

    @Override
    public long skipped() {
        return 0;
    }

    @Override
    public List<String> corruptElements() {
        return List.of();
    }

    @Override
    public void close() {
        // It has no threads.
    }
}
