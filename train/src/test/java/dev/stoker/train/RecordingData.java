package dev.stoker.train;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.data.HostBatch;
import dev.stoker.data.StageStatistics;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Data that records a hash of each training batch, and may fail at one. */
public final class RecordingData implements TrainingData {
    private final TrainingData data;
    private final long failing;
    private final List<Integer> seen = new ArrayList<>();

    public RecordingData(TrainingData data) {
        this(data, Long.MAX_VALUE);
    }

    /** Fails at the batch of this number, counted from 0. */
    public RecordingData(TrainingData data, long failing) {
        this.data = data;
        this.failing = failing;
    }

    /** A hash of the contents of each batch, in order. */
    public List<Integer> seen() {
        return Collections.unmodifiableList(seen);
    }

    @Override
    public Shape shape() {
        return data.shape();
    }

    @Override
    public int trainingImages() {
        return data.trainingImages();
    }

    @Override
    public int batch() {
        return data.batch();
    }

    @Override
    public int batchesPerEpoch() {
        return data.batchesPerEpoch();
    }

    @Override
    public BatchFeed training(DataState state, BatchMemoryAllocator memory) {
        return new WatchedFeed(data.training(state, memory), seen, failing);
    }

    @Override
    public BatchFeed validation(BatchMemoryAllocator memory) {
        return data.validation(memory);
    }

    @Override
    public List<Double> mean() {
        return data.mean();
    }

    @Override
    public List<Double> deviation() {
        return data.deviation();
    }

    private record WatchedFeed(BatchFeed feed, List<Integer> seen, long failing) implements BatchFeed {
        @Override
        public boolean hasNext() {
            return feed.hasNext();
        }

        @Override
        public boolean isReady() {
            return seen.size() == failing || feed.isReady();
        }

        @Override
        public HostBatch next() {
            if (seen.size() == failing) {
                throw new StokerException("batch %d is damaged".formatted(failing));
            }
            var batch = feed.next();
            seen.add(Arrays.hashCode(batch.rows().toArray(ValueLayout.JAVA_BYTE)));
            return batch;
        }

        @Override
        public DataState state() {
            return feed.state();
        }

        @Override
        public int workers() {
            return feed.workers();
        }

        @Override
        public List<String> decisions() {
            return feed.decisions();
        }

        @Override
        public List<StageStatistics> statistics() {
            return feed.statistics();
        }

        @Override
        public Bytes peakMemory() {
            return feed.peakMemory();
        }

        @Override
        public long skipped() {
            return feed.skipped();
        }

        @Override
        public List<String> corruptElements() {
            return feed.corruptElements();
        }

        @Override
        public void close() {
            feed.close();
        }
    }
}
