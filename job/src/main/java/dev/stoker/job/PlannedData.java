package dev.stoker.job;

import dev.stoker.core.ElementType;
import dev.stoker.core.PictureRows;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.SlotMemory;
import dev.stoker.data.BatchFeed;
import dev.stoker.data.DataState;
import dev.stoker.data.Resources;
import dev.stoker.data.Rows;
import dev.stoker.datasets.Augmentation;
import dev.stoker.datasets.ImageSet;
import dev.stoker.datasets.Part;
import dev.stoker.datasets.ResidentPart;
import dev.stoker.datasets.TravellingPart;
import dev.stoker.job.plan.PhasePlan;
import dev.stoker.job.plan.PlaceChapter;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.DrawnPictures;
import dev.stoker.train.TrainingData;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A phase of the data as the trainer wants it: shuffled and augmented by the plan's seed, in batches of the phase's size. */
final class PlannedData implements TrainingData {
    private final ImageSet set;
    private final Part training;
    private final Shape shape;
    private final ElementType type;
    private final Optional<PictureRows> layout;
    private final Plan plan;
    private final PhasePlan phase;
    private final Resources resources;
    private final Seed order;
    private final Seed augmentation;
    private final Seed sample;

    /**
     * {@code training} are the pictures that the phase of this number, counted from 0, uses, in the shape they become; {@code
     * layout} is how they travel, where the device makes them of what comes with each batch.
     */
    PlannedData(
            ImageSet set,
            Part training,
            Shape shape,
            ElementType type,
            Optional<PictureRows> layout,
            Plan plan,
            PhasePlan phase,
            int number,
            Resources resources,
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
    public ElementType type() {
        return type;
    }

    @Override
    public int trainingImages() {
        return training.size();
    }

    @Override
    public int batch() {
        return phase.batch().orElse(plan.length().batch()) * plan.step().accumulate();
    }

    @Override
    public int batchesPerEpoch() {
        return plan.end().stepsPerEpoch() == 0 ? batchesPerPass() : plan.end().stepsPerEpoch();
    }

    private int batchesPerPass() {
        return Math.ceilDiv(trainingImages(), batch());
    }

    /** As often as the phase goes through the images, the last time perhaps in part; it may get epochs of others. */
    private int passes() {
        int epochs = plan.phasing().phasePatience() > 0 ? plan.length().epochs() : phase.epochs();
        return Math.toIntExact(Math.ceilDiv((long) epochs * batchesPerEpoch(), batchesPerPass()));
    }

    /**
     * Epochs of their own, the last batch of each short. Where damaged pictures are left out, nobody knows before how many
     * an epoch will have; then batches span epochs, so that each is full and the number of steps is as planned.
     */
    @Override
    public BatchFeed training(DataState state, SlotMemory memory) {
        var rows = resident()
                .<Rows<?>>map(part -> drawn(part).rows())
                .or(() -> layout.map(form -> drawn(form).rows()))
                .orElseGet(() -> augmented(training, plan, phase, shape, augmentation));
        var batches = plan.input().skipCorrupt() == 0
                ? rows.over(pictures -> pictures.shuffle(order)).batch(batch()).repeat(passes())
                : rows.over(pictures -> pictures.shuffle(order).repeat()).batch(batch());
        return batches.skipCorrupt(plan.input().skipCorrupt()).open(resources, memory, state);
    }

    /** Pictures that lie on the device, where that was decided. */
    private Optional<ResidentPart> resident() {
        return plan.places().augment() == PlaceChapter.AugmentPlace.DEVICE ? training.resident() : Optional.empty();
    }

    private ResidentPart.Drawn drawn(ResidentPart part) {
        return part.drawn(augmentation(plan, phase, shape), augmentation);
    }

    private TravellingPart.Drawn drawn(PictureRows form) {
        return travelling().drawn(augmentation(plan, phase, shape), augmentation, form, Travel.decoding(plan));
    }

    private TravellingPart travelling() {
        return training.travelling().orElseThrow();
    }

    @Override
    public Optional<DrawnPictures> drawn() {
        return resident()
                .<DrawnPictures>map(part -> new DrawnPictures.Resident(
                        part.shape(), part.size(), drawn(part).demands(), pixels -> part.copy(0, part.size(), pixels)))
                .or(() -> layout.map(form -> new DrawnPictures.Travelling(
                        form, drawn(form).demands(), travelling().host())));
    }

    /** Describes the rows and reads none; refuses what the set cannot do. */
    static Rows<?> augmented(Part training, Plan plan, PhasePlan phase, Shape shape, Seed seed) {
        return training.augmented(augmentation(plan, phase, shape), seed);
    }

    /** What a phase does to its training pictures, which become this shape. */
    static Augmentation augmentation(Plan plan, PhasePlan phase, Shape shape) {
        return new Augmentation(
                plan.pictures().flip(),
                plan.pictures().shift().pixels(),
                plan.pictures().edge(),
                plan.pictures().cropArea(),
                phase.strength(),
                phase.side().isEmpty() ? OptionalInt.empty() : OptionalInt.of(shape.height()),
                plan.pictures().paint());
    }

    /** Some training pictures as they are, drawn from all of them, since files often lie class by class. */
    BatchFeed some(int count) {
        return set.training()
                .plain()
                .over(pictures -> pictures.shuffle(sample).take(count))
                .batch(Math.min(count, batch()))
                .skipCorrupt(plan.input().skipCorrupt())
                .open(resources, SlotMemory.ofHost());
    }

    @Override
    public BatchFeed test(SlotMemory memory) {
        return set.test()
                .plain()
                .batch(batch())
                .skipCorrupt(plan.input().skipCorrupt())
                .open(resources, memory);
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
