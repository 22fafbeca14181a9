package dev.stoker.train.internal.search;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.StokerException;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.TrainingData;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.internal.step.RunningMetrics;
import dev.stoker.train.internal.step.StepContext;
import dev.stoker.train.internal.step.TrainingStep;
import dev.stoker.train.search.LearningRateFinderResult;
import dev.stoker.train.search.LearningRateFinderSettings;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** The learning rate range test: steps at increasing rates. The caller restores everything that steps change. */
public final class LearningRateFinder {
    private final TrainingStep step;
    private final DeviceInput input;
    private final RunningMetrics metrics;
    private final TrainingData data;

    public LearningRateFinder(TrainingStep step, DeviceInput input, RunningMetrics metrics, TrainingData data) {
        this.step = step;
        this.input = input;
        this.metrics = metrics;
        this.data = data;
    }

    /** {@code stepped} is called with the number of steps done. */
    public LearningRateFinderResult run(
            LearningRateFinderSettings range, DataState from, IntConsumer stepped, BooleanSupplier stopRequested) {
        var curve = new LearningRateCurve();
        var feed = data.training(from, BatchMemoryAllocator.host());
        try {
            for (int i = 0; i < range.steps(); i++) {
                if (!feed.hasNext()) {
                    feed.close();
                    feed = data.training(DataState.START, BatchMemoryAllocator.host());
                }
                double rate = range.rate(i);
                if (!curve.add(rate, loss(feed, new StepContext(i, range.steps(), data.batchesPerEpoch(), rate)))) {
                    break;
                }
                stepped.accept(i + 1);
                if (stopRequested.getAsBoolean()) {
                    throw new StokerException("the learning rate range test was stopped at step %d".formatted(i + 1));
                }
            }
        } finally {
            feed.close();
        }
        return curve.result();
    }

    /** The loss of the next batch, before the step changes weights. */
    private double loss(BatchFeed feed, StepContext context) {
        do { // corrupt images may leave a batch none
            try (var _ = TensorScope.open("upload");
                    var batch = feed.next()) {
                input.upload(batch);
            }
        } while (input.size() == 0 && feed.hasNext());
        metrics.clear();
        step.run(context);
        return metrics.score().loss();
    }
}
