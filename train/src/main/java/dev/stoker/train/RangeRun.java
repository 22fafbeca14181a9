package dev.stoker.train;

import dev.stoker.core.SlotMemory;
import dev.stoker.core.StokerException;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.tensor.TensorScope;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** Steps at rising rates. It leaves behind what steps leave behind; whoever runs it puts that right. */
final class RangeRun {
    private final TrainingStep step;
    private final DeviceInput input;
    private final Totals totals;
    private final TrainingData data;

    RangeRun(TrainingStep step, DeviceInput input, Totals totals, TrainingData data) {
        this.step = step;
        this.input = input;
        this.totals = totals;
        this.data = data;
    }

    /** {@code stepped} hears of each step that is done. */
    RangeTest run(RangeSettings range, DataState from, IntConsumer stepped, BooleanSupplier stopRequested) {
        var curve = new RangeCurve();
        var feed = data.training(from, SlotMemory.ofHost());
        try {
            for (int i = 0; i < range.steps(); i++) {
                if (!feed.hasNext()) {
                    feed.close();
                    feed = data.training(DataState.START, SlotMemory.ofHost());
                }
                double rate = range.rate(i);
                if (!curve.add(rate, loss(feed, new Moment(i, range.steps(), data.batchesPerEpoch(), rate)))) {
                    break;
                }
                stepped.accept(i + 1);
                if (stopRequested.getAsBoolean()) {
                    throw new StokerException("the range test was stopped at step %d".formatted(i + 1));
                }
            }
        } finally {
            feed.close();
        }
        return curve.result();
    }

    /** The loss of the next batch, before the step changes anything. */
    private double loss(BatchFeed feed, Moment moment) {
        try (var _ = TensorScope.open("upload");
                var batch = feed.next()) {
            input.upload(batch);
        }
        totals.clear();
        step.run(moment);
        return totals.score().loss();
    }
}
