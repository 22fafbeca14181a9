package dev.stoker.job.internal.setup;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.image.HostImages;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.BatchShare;
import dev.stoker.data.DataLoader;
import dev.stoker.data.DataState;
import dev.stoker.data.Dataset;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.ImageTransforms;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.TrainingRows;
import dev.stoker.job.plan.InputPipelineOptions.OrderMode;
import dev.stoker.job.plan.PhasePlan;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.value.NearMode;
import dev.stoker.train.TrainingData;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The data of one training phase: shuffled and augmented by the plan's seed, in batches of the phase's size. */
public final class PhaseTrainingData implements TrainingData {
    /** Positions of the order that are looked at before training: a bound for its start, whatever the size of the set. */
    private static final long MOST_EXPECTED = 1 << 24;

    private final LabeledDataset set;
    private final DatasetSplit training;
    private final Optional<int[]> balancedLabels;
    private final Shape shape;
    private final ImageRoute route;
    private final Plan plan;
    private final ImageTransforms transforms;
    private final PhasePlan phase;
    private final PipelineResources resources;
    private final BatchShare share;
    private final Seed order;
    private final Seed augmentation;
    private final Seed sample;

    /**
     * Of the phase of this number, counted from 0.
     *
     * @param training the samples that it uses
     * @param balancedLabels their labels where every class comes equally often
     * @param shape of the samples as the model sees them
     */
    PhaseTrainingData(
            LabeledDataset set,
            DatasetSplit training,
            Optional<int[]> balancedLabels,
            Shape shape,
            ImageRoute route,
            ImageTransforms transforms,
            Plan plan,
            PhasePlan phase,
            int number,
            PipelineResources resources,
            BatchShare share,
            Seed seed) {
        this.set = set;
        this.training = training;
        this.balancedLabels = balancedLabels;
        this.shape = shape;
        this.route = route.withImages(training.size());
        this.transforms = transforms;
        this.plan = plan;
        this.phase = phase;
        this.resources = resources;
        this.share = share;
        order = ofPhase(seed.forPurpose("order"), number);
        augmentation = ofPhase(seed.forPurpose("augmentation"), number);
        sample = seed.forPurpose("sample");
    }

    /** Epochs are counted from 0 in each phase, and must not repeat the order of those of the previous phase. */
    private static Seed ofPhase(Seed seed, int number) {
        return number == 0 ? seed : seed.derive(number);
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public DataType type() {
        return set.format().type();
    }

    @Override
    public int trainingImages() {
        return training.size();
    }

    @Override
    public int batch() {
        return batch(plan, phase);
    }

    @Override
    public BatchShare share() {
        return share;
    }

    @Override
    public int corruptLimit() {
        return plan.inputPipeline().skipCorrupt();
    }

    /** Images of one optimizer step of a phase. */
    static int batch(Plan plan, PhasePlan phase) {
        return phase.batch().orElse(plan.training().batchSize()) * plan.step().accumulate();
    }

    @Override
    public int batchesPerEpoch() {
        return plan.training().stepsPerEpoch() == 0
                ? batchesPerPass()
                : plan.training().stepsPerEpoch();
    }

    private int batchesPerPass() {
        return switch (plan.inputPipeline().lastBatch()) {
            case SHORT, WRAP -> Math.ceilDiv(trainingImages(), batch());
            case DROP -> trainingImages() / batch();
        };
    }

    /** Passes over the images, the last one perhaps in part; the phase may get epochs that earlier ones leave. */
    private int passes() {
        int epochs =
                plan.progressiveTraining().phasePatience() > 0 ? plan.training().epochs() : phase.epochs();
        return Math.toIntExact(Math.ceilDiv((long) epochs * batchesPerEpoch(), batchesPerPass()));
    }

    /** Batches do not span epochs, so the last one of each may be smaller, and so are those whose corrupt images are skipped. */
    @Override
    public BatchFeed training(DataState state, BatchMemoryAllocator memory) {
        return loader().open(resources, memory, state);
    }

    /** What loads the training batches. */
    public DataLoader<?> loader() {
        return trainingRows()
                .rows()
                .withElements(this::inOrder)
                .batch(batch(), plan.inputPipeline().lastBatch().toLastBatch())
                .repeat(passes())
                .skipCorrupt(plan.inputPipeline().skipCorrupt())
                .ordered(plan.inputPipeline().order() == OrderMode.STRICT)
                .share(share);
    }

    /**
     * Tells the near cache what this rank will read, so that it keeps what it reads most often. Several ranks read other images
     * in each epoch; where there is one, all epochs read the same images equally often.
     */
    void expectReads() {
        long perEpoch = Math.ceilDiv(trainingImages(), share.world());
        long looked = share.world() == 1 ? 1 : Math.min(passes(), MOST_EXPECTED / perEpoch);
        if (plan.inputPipeline().near() instanceof NearMode.None || looked == 0) {
            return;
        }
        loader().expectReads(looked);
        if (set.validation().isPresent()) {
            evaluationLoader().repeat(looked).expectReads(looked);
        }
    }

    private <T> Dataset<T> inOrder(Dataset<T> images) {
        var ordered = balancedLabels
                .map(labels -> images.balanced(labels, order))
                .orElseGet(() -> plan.inputPipeline().shuffle().shuffle(images, order));
        int times = plan.augmentation().repeatAugment();
        return times == 1 ? ordered : ordered.repeatElements(times);
    }

    /** The random transforms with their parameters, in order, for people. */
    public List<String> transforms() {
        return training.transforms(augmentation(plan, transforms, phase, shape));
    }

    /** Passes over the images of this phase, the last one perhaps in part. */
    public int epochs() {
        return phase.epochs();
    }

    private TrainingRows trainingRows() {
        return training.cached(plan.inputPipeline().cache().toSampleCache(resources.memory()))
                .trainingRows(route, augmentation(plan, transforms, phase, shape), augmentation);
    }

    @Override
    public ImageRoute imageRoute() {
        return route;
    }

    @Override
    public HostImages hostImages() {
        return trainingRows().images();
    }

    /** The augmentation of a phase, whose images get this shape. */
    static AugmentationSettings augmentation(Plan plan, ImageTransforms transforms, PhasePlan phase, Shape shape) {
        return new AugmentationSettings(
                plan.augmentation().flip(),
                plan.augmentation().maximumShift(),
                plan.augmentation().edge(),
                plan.augmentation().cropArea(),
                plan.augmentation().cropRatio().range(),
                phase.strength(),
                phase.side().isEmpty() ? OptionalInt.empty() : OptionalInt.of(shape.height()),
                transforms);
    }

    /** A random sample of all training images, not augmented; random, since files are often ordered by class. */
    BatchFeed some(int count) {
        return set.training()
                .evaluationRows()
                .withElements(images -> images.shuffle(sample).take(count))
                .batch(Math.min(count, batch()))
                .skipCorrupt(plan.inputPipeline().skipCorrupt())
                .open(resources, BatchMemoryAllocator.host());
    }

    /** A random sample of the validation images as they are evaluated, always the same; the batches of it. */
    public BatchFeed someValidation(int count, BatchMemoryAllocator memory) {
        return set.validation()
                .orElseThrow()
                .evaluationRows()
                .withElements(images -> images.shuffle(sample).take(count))
                .batch(Math.min(count, rowsPerBatch()))
                .skipCorrupt(plan.inputPipeline().skipCorrupt())
                .open(resources, memory);
    }

    /** The first images of the first epoch as they are trained on, augmented on the host. */
    public BatchFeed someAugmented(int count, BatchMemoryAllocator memory) {
        return training.trainingRows(augmentation(plan, transforms, phase, shape), augmentation)
                .withElements(images -> inOrder(images).take(count))
                .batch(count)
                .skipCorrupt(plan.inputPipeline().skipCorrupt())
                .open(resources, memory);
    }

    @Override
    public OptionalInt validationBatches() {
        return set.validation()
                .map(split -> OptionalInt.of(Math.ceilDiv(split.size(), batch())))
                .orElse(OptionalInt.empty());
    }

    @Override
    public OptionalInt testBatches() {
        return set.test()
                .map(split -> OptionalInt.of(Math.ceilDiv(split.size(), batch())))
                .orElse(OptionalInt.empty());
    }

    @Override
    public BatchFeed validation(BatchMemoryAllocator memory) {
        return evaluationLoader().open(resources, memory);
    }

    @Override
    public Optional<BatchFeed> test(BatchMemoryAllocator memory) {
        return set.test().map(split -> evaluationLoader(split).open(resources, memory));
    }

    /** What loads the batches of an evaluation while training. */
    public DataLoader<?> evaluationLoader() {
        return evaluationLoader(set.validation().orElseThrow());
    }

    private DataLoader<?> evaluationLoader(DatasetSplit split) {
        return split.evaluationRows()
                .batch(batch())
                .skipCorrupt(plan.inputPipeline().skipCorrupt())
                .share(share);
    }

    @Override
    public List<Double> mean() {
        return set instanceof ImageDataset images ? images.normalization().mean() : List.of();
    }

    @Override
    public List<Double> deviation() {
        return set instanceof ImageDataset images ? images.normalization().standardDeviation() : List.of();
    }
}
