package dev.stoker.job;

import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.SlotMemory;
import dev.stoker.data.EpochFeed;
import dev.stoker.data.Order;
import dev.stoker.data.RowFiller;
import dev.stoker.datasets.ImageSet;
import dev.stoker.train.TrainingData;
import java.util.List;

/** A data set as the trainer wants it: shuffled and augmented by the plan's seed, in batches of the plan's size. */
final class PlannedData implements TrainingData {
    private static final int BATCHES_AHEAD = 4;

    private final ImageSet set;
    private final int batch;
    private final int workers;
    private final Seed order;
    private final Seed augmentation;

    PlannedData(ImageSet set, int batch, int workers, Seed seed) {
        this.set = set;
        this.batch = batch;
        this.workers = workers;
        order = seed.forPurpose("order");
        augmentation = seed.forPurpose("augmentation");
    }

    @Override
    public Shape shape() {
        return set.shape();
    }

    @Override
    public int trainingImages() {
        return set.training().size();
    }

    @Override
    public int batchesPerEpoch() {
        return Math.ceilDiv(trainingImages(), batch);
    }

    @Override
    public EpochFeed training(int epoch, int firstBatch) {
        var shuffled = Order.shuffled(trainingImages(), order, epoch);
        return feed(set.training().augmented(augmentation), shuffled, trainingImages(), firstBatch);
    }

    @Override
    public EpochFeed test() {
        return feed(set.test().plain(), Order.sequential(), set.test().size(), 0);
    }

    private EpochFeed feed(RowFiller rows, Order order, int count, int firstBatch) {
        return EpochFeed.open(
                new EpochFeed.Settings(rows, shape().bytes(), order, count, batch, firstBatch, workers, BATCHES_AHEAD),
                SlotMemory.ofHost());
    }

    @Override
    public List<Double> mean() {
        return set.normalisation().mean();
    }

    @Override
    public List<Double> deviation() {
        return set.normalisation().deviation();
    }
}
