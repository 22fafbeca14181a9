package dev.stoker.job;

import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.SlotMemory;
import dev.stoker.data.EpochFeed;
import dev.stoker.data.Order;
import dev.stoker.data.RowTransform;
import dev.stoker.data.Source;
import dev.stoker.datasets.Dataset;
import dev.stoker.train.TrainingData;
import java.util.List;

/** A data set as the trainer wants it: shuffled and augmented by the plan's seed, in batches of the plan's size. */
final class PlannedData implements TrainingData {
    private static final int BATCHES_AHEAD = 4;

    private final Dataset dataset;
    private final int batch;
    private final int workers;
    private final Seed order;
    private final Seed augmentation;

    PlannedData(Dataset dataset, int batch, int workers, Seed seed) {
        this.dataset = dataset;
        this.batch = batch;
        this.workers = workers;
        order = seed.forPurpose("order");
        augmentation = seed.forPurpose("augmentation");
    }

    @Override
    public Shape shape() {
        return dataset.training().shape();
    }

    @Override
    public int trainingImages() {
        return dataset.training().size();
    }

    @Override
    public int batchesPerEpoch() {
        return Math.ceilDiv(trainingImages(), batch);
    }

    @Override
    public EpochFeed training(int epoch, int firstBatch) {
        var shuffled = Order.shuffled(trainingImages(), order.forEpoch(epoch));
        return feed(dataset.training(), shuffled, dataset.augmentation(), augmentation.forEpoch(epoch), firstBatch);
    }

    @Override
    public EpochFeed test() {
        return feed(dataset.test(), Order.sequential(), RowTransform.copy(), augmentation, 0);
    }

    private EpochFeed feed(Source source, Order order, RowTransform transform, Seed seed, int firstBatch) {
        return EpochFeed.open(
                new EpochFeed.Settings(source, order, transform, seed, batch, firstBatch, workers, BATCHES_AHEAD),
                SlotMemory.ofHost());
    }

    @Override
    public List<Double> mean() {
        return dataset.normalisation().mean();
    }

    @Override
    public List<Double> deviation() {
        return dataset.normalisation().deviation();
    }
}
