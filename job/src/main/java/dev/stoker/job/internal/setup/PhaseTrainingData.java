package dev.stoker.job.internal.setup;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Rows;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.DeviceAugmentedImageSplit;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.ResidentImageSplit;
import dev.stoker.job.plan.DevicePlacementOptions;
import dev.stoker.job.plan.PhasePlan;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.DeviceImageSource;
import dev.stoker.train.TrainingData;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A phase of the data as the trainer wants it: shuffled and augmented by the plan's seed, in batches of the phase's size. */
final class PhaseTrainingData implements TrainingData {
    private final ImageDataset set;
    private final DatasetSplit training;
    private final Shape shape;
    private final DataType type;
    private final Optional<ImageRowLayout> layout;
    private final Plan plan;
    private final PhasePlan phase;
    private final PipelineResources resources;
    private final Seed order;
    private final Seed augmentation;
    private final Seed sample;

    /**
     * {@code training} are the images that the phase of this number, counted from 0, uses, in the shape they become; {@code
     * layout} is how they travel, where the device makes them of what comes with each batch.
     */
    PhaseTrainingData(
            ImageDataset set,
            DatasetSplit training,
            Shape shape,
            DataType type,
            Optional<ImageRowLayout> layout,
            Plan plan,
            PhasePlan phase,
            int number,
            PipelineResources resources,
            Seed seed) {
        this.set = set;
        this.training = training;
        this.shape = shape;
        this.type = type;
        this.layout = layout;
        this.plan = plan;
        this.phase = phase;
        this.resources = resources;
        order = ofPhase(seed.forPurpose("order"), number);
        augmentation = ofPhase(seed.forPurpose("augmentation"), number);
        sample = seed.forPurpose("sample");
    }

    /** Epochs count anew in each phase, and must not come in the order of those of the phase before. */
    private static Seed ofPhase(Seed seed, int number) {
        return number == 0 ? seed : seed.derive(number);
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public DataType type() {
        return type;
    }

    @Override
    public int trainingImages() {
        return training.size();
    }

    @Override
    public int batch() {
        return phase.batch().orElse(plan.training().batchSize()) * plan.step().accumulate();
    }

    @Override
    public int batchesPerEpoch() {
        return plan.training().stepsPerEpoch() == 0
                ? batchesPerPass()
                : plan.training().stepsPerEpoch();
    }

    private int batchesPerPass() {
        var last = plan.inputPipeline().lastBatch().toLastBatch();
        return Math.toIntExact(last.batches(trainingImages(), batch()));
    }

    /** As often as the phase goes through the images, the last time perhaps in part; it may get epochs of others. */
    private int passes() {
        int epochs =
                plan.progressiveTraining().phasePatience() > 0 ? plan.training().epochs() : phase.epochs();
        return Math.toIntExact(Math.ceilDiv((long) epochs * batchesPerEpoch(), batchesPerPass()));
    }

    /**
     * Epochs of their own, the last batch of each short. Where damaged images are left out, nobody knows before how many
     * an epoch will have; then batches span epochs, so that each is full and the number of steps is as planned.
     */
    @Override
    public BatchFeed training(DataState state, BatchMemoryAllocator memory) {
        var rows = resident()
                .<Rows<?>>map(part -> drawn(part).rows())
                .or(() -> layout.map(form -> drawn(form).rows()))
                .orElseGet(() -> augmented(training, plan, phase, shape, augmentation));
        var shuffle = plan.inputPipeline().shuffle();
        var batches = plan.inputPipeline().skipCorrupt() == 0
                ? rows.over(images -> shuffle.shuffle(images, order))
                        .batch(batch(), plan.inputPipeline().lastBatch().toLastBatch())
                        .repeat(passes())
                : rows.over(images -> shuffle.shuffle(images, order).repeat()).batch(batch());
        return batches.skipCorrupt(plan.inputPipeline().skipCorrupt()).open(resources, memory, state);
    }

    /** Images that lie on the device, where that was decided. */
    private Optional<ResidentImageSplit> resident() {
        return plan.placement().augment() == DevicePlacementOptions.AugmentDevice.DEVICE
                ? training.resident()
                : Optional.empty();
    }

    private ResidentImageSplit.Drawn drawn(ResidentImageSplit part) {
        return part.drawn(augmentation(plan, phase, shape), augmentation);
    }

    private DeviceAugmentedImageSplit.Drawn drawn(ImageRowLayout form) {
        return deviceAugmented()
                .drawn(augmentation(plan, phase, shape), augmentation, form, EncodedImageRouteDecision.decoding(plan));
    }

    private DeviceAugmentedImageSplit deviceAugmented() {
        return training.deviceAugmented().orElseThrow();
    }

    @Override
    public Optional<DeviceImageSource> drawn() {
        return resident()
                .<DeviceImageSource>map(part -> new DeviceImageSource.Resident(
                        part.shape(),
                        part.size(),
                        drawn(part).requirements(),
                        pixels -> part.copy(0, part.size(), pixels)))
                .or(() -> layout.map(form -> new DeviceImageSource.Streamed(
                        form, drawn(form).requirements(), deviceAugmented().host())));
    }

    /** Describes the rows and reads none; refuses what the set cannot do. */
    static Rows<?> augmented(DatasetSplit training, Plan plan, PhasePlan phase, Shape shape, Seed seed) {
        return training.augmented(augmentation(plan, phase, shape), seed);
    }

    /** What a phase does to its training images, which become this shape. */
    static AugmentationSettings augmentation(Plan plan, PhasePlan phase, Shape shape) {
        return new AugmentationSettings(
                plan.augmentation().flip(),
                plan.augmentation().maximumShift(),
                plan.augmentation().edge(),
                plan.augmentation().cropArea(),
                phase.strength(),
                phase.side().isEmpty() ? OptionalInt.empty() : OptionalInt.of(shape.height()),
                plan.augmentation().transforms());
    }

    /** Some training images as they are, drawn from all of them, since files often lie class by class. */
    BatchFeed some(int count) {
        return set.training()
                .plain()
                .over(images -> images.shuffle(sample).take(count))
                .batch(Math.min(count, batch()))
                .skipCorrupt(plan.inputPipeline().skipCorrupt())
                .open(resources, BatchMemoryAllocator.ofHost());
    }

    @Override
    public BatchFeed test(BatchMemoryAllocator memory) {
        return set.test()
                .plain()
                .batch(batch())
                .skipCorrupt(plan.inputPipeline().skipCorrupt())
                .open(resources, memory);
    }

    @Override
    public List<Double> mean() {
        return set.normalization().mean();
    }

    @Override
    public List<Double> deviation() {
        return set.normalization().deviation();
    }
}
