package dev.stoker.train.measure;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.data.BatchFeed;
import java.util.OptionalInt;

/** Opens training batches without end. */
public interface TrainingFeeds {
    /** In memory of a kind; with another number of workers than planned, where one is given. */
    BatchFeed open(BatchMemoryAllocator memory, OptionalInt workers);
}
