package dev.stoker.train.internal.step;

import dev.stoker.data.BatchFeed;

/** Trains on the batches of a feed, one step for each. */
public interface BatchSteps extends AutoCloseable {
    /** Makes the next batch that of the next step; returns its number of images, of all ranks together. */
    int take(BatchFeed feed);

    /** Begins the step on the batch that was taken. One without images, all of them corrupt, changes nothing. */
    void run(StepContext context);

    /** Brings the next batch to the device if it is ready; to be called when the state of the data was noted. */
    void prefetchNext(BatchFeed feed);

    /** Waits until the host is done with all steps that were begun. */
    void join();

    @Override
    void close();
}
