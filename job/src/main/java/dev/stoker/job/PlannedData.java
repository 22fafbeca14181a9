package dev.stoker.job;

import dev.stoker.core.ElementType;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.SlotMemory;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.data.Resources;
import dev.stoker.data.Rows;
import dev.stoker.datasets.Augmentation;
import dev.stoker.datasets.ImageSet;
import dev.stoker.train.TrainingData;
import java.util.List;

/** A data set as the trainer wants it: shuffled and augmented by the plan's seed, in batches of the plan's size. */
final class PlannedData implements TrainingData {
    private final ImageSet set;
    private final ElementType type;
    private final Plan plan;
    private final Resources resources;
    private final Seed order;
    private final Seed augmentation;
    private final Seed sample;

    PlannedData(ImageSet set, ElementType type, Plan plan, Resources resources, Seed seed) {
        this.set = set;
        this.type = type;
        this.plan = plan;
        this.resources = resources;
        order = seed.forPurpose("order");
        augmentation = seed.forPurpose("augmentation");
        sample = seed.forPurpose("sample");
    }

    @Override
    public Shape shape() {
        return set.shape();
    }

    @Override
    public ElementType type() {
        return type;
    }

    @Override
    public int trainingImages() {
        return set.training().size();
    }

    @Override
    public int batch() {
        return plan.imagesPerStep();
    }

    @Override
    public int batchesPerEpoch() {
        return plan.stepsPerEpoch() == 0 ? batchesPerPass() : plan.stepsPerEpoch();
    }

    private int batchesPerPass() {
        return Math.ceilDiv(trainingImages(), plan.imagesPerStep());
    }

    /** As often as the run goes through the images, the last time perhaps in part. */
    private int passes() {
        return Math.toIntExact(Math.ceilDiv((long) plan.epochs() * batchesPerEpoch(), batchesPerPass()));
    }

    /**
     * Epochs of their own, the last batch of each short. Where damaged pictures are left out, nobody knows before how many
     * an epoch will have; then batches span epochs, so that each is full and the number of steps is as planned.
     */
    @Override
    public BatchFeed training(DataState state) {
        var rows = augmented(set, plan, augmentation);
        var batches = plan.skipCorrupt() == 0
                ? rows.over(pictures -> pictures.shuffle(order))
                        .batch(plan.imagesPerStep())
                        .repeat(passes())
                : rows.over(pictures -> pictures.shuffle(order).repeat()).batch(plan.imagesPerStep());
        return batches.skipCorrupt(plan.skipCorrupt()).open(resources, SlotMemory.ofHost(), state);
    }

    /** Describes the rows and reads none; refuses what the set cannot do. */
    static Rows<?> augmented(ImageSet set, Plan plan, Seed seed) {
        var augmentation = new Augmentation(plan.flip(), plan.shift().pixels(), plan.edge());
        return set.training().augmented(augmentation, seed);
    }

    /** Some training pictures as they are, drawn from all of them, since files often lie class by class. */
    BatchFeed some(int count) {
        return set.training()
                .plain()
                .over(pictures -> pictures.shuffle(sample).take(count))
                .batch(Math.min(count, plan.imagesPerStep()))
                .skipCorrupt(plan.skipCorrupt())
                .open(resources, SlotMemory.ofHost());
    }

    @Override
    public BatchFeed test() {
        return set.test()
                .plain()
                .batch(plan.imagesPerStep())
                .skipCorrupt(plan.skipCorrupt())
                .open(resources, SlotMemory.ofHost());
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
