package dev.stoker.train.internal.step;

import dev.stoker.data.BatchFeed;
import dev.stoker.train.internal.input.DevicePrefetcher;
import dev.stoker.train.internal.input.StepTimer;
import dev.stoker.train.internal.parallel.BucketedExchange;
import dev.stoker.train.internal.parallel.SkippedRows;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One step after another, each on a batch that was brought to the device during the step before.
 *
 * @param skipped where ranks may lack corrupt rows: they count those of a batch before they train on it
 * @param communicated is told for how long each step waited for other ranks
 */
public record SequentialSteps(
        TrainingStep step,
        DevicePrefetcher prefetcher,
        StepTimer times,
        Optional<SkippedRows> skipped,
        Consumer<BucketedExchange.Wait> communicated)
        implements BatchSteps {
    @Override
    public int take(BatchFeed feed) {
        int rows = prefetcher.take(feed);
        skipped.ifPresent(ranks -> step.useWholeBatch(ranks.whole(rows)));
        return step.wholeBatch();
    }

    @Override
    public void run(StepContext context) {
        if (step.wholeBatch() > 0) {
            step.run(context);
        }
        communicated.accept(step.communication());
        times.ends();
    }

    @Override
    public void prefetchNext(BatchFeed feed) {
        prefetcher.prefetchNext(feed);
    }

    @Override
    public void join() {
        // The host does nothing beside steps.
    }

    @Override
    public void close() {
        prefetcher.close();
    }
}
