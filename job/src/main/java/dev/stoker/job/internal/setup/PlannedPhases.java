package dev.stoker.job.internal.setup;

import dev.stoker.core.Bytes;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.image.ImageRoute;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchShare;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.DatasetSubset;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.ImageTransforms;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.plan.PhasePlan;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.Model;
import dev.stoker.train.TrainingPhase;
import dev.stoker.train.TrainingPhases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The training phases of a plan for a dataset and a model; finds whatever does not fit together. */
public final class PlannedPhases {
    /** A phase with the model for its image shape, and the samples that it uses, with their labels where they are balanced. */
    private record Planned(
            PhasePlan plan, Model model, Shape shape, DatasetSplit training, Optional<int[]> balancedLabels) {}

    private final Plan plan;
    private final LabeledDataset set;
    private final ImageRoute route;
    private final ImageTransforms transforms;
    private final List<Planned> phases;

    private PlannedPhases(
            Plan plan, LabeledDataset set, ImageRoute route, ImageTransforms transforms, List<Planned> phases) {
        this.plan = plan;
        this.set = set;
        this.route = route;
        this.transforms = transforms;
        this.phases = phases;
    }

    /** {@code models} builds the model for images of a shape; the transforms follow cropping and flipping. */
    public static PlannedPhases of(
            Plan plan,
            LabeledDataset set,
            ImageRoute route,
            ImageTransforms transforms,
            Model model,
            Function<Shape, Model> models) {
        var phases = new ArrayList<Planned>();
        var seed = new Seed(plan.run().seed()).forPurpose("subset");
        for (var phase : plan.phases()) {
            String where = "phase %d (%s): ".formatted(phases.size() + 1, phase.title());
            try {
                var planned = planned(plan, phase, set, model, models, seed);
                var augmentation = PhaseTrainingData.augmentation(plan, transforms, phase, planned.shape);
                planned.training.trainingRows(augmentation, seed); // refuses what it cannot do
                phases.add(planned);
            } catch (StokerException wrong) {
                throw phase.parameters().isEmpty()
                        ? wrong
                        : new StokerException(where + wrong.getMessage(), wrong)
                                .about(wrong.settings().toArray(String[]::new));
            }
        }
        return new PlannedPhases(plan, set, route, transforms, phases);
    }

    private static Planned planned(
            Plan plan, PhasePlan phase, LabeledDataset set, Model model, Function<Shape, Model> models, Seed seed) {
        var shape = shape(phase, set);
        var fitting = shape.equals(set.shape()) ? model : models.apply(shape);
        model.firstDifference(fitting).ifPresent(difference -> {
            throw new StokerException(
                    "model %s cannot change its image size, since its weights depend on it: %s; choose a model with global average pooling, such as resnet18, or remove resize"
                            .formatted(model.name(), difference));
        });
        var training = subset(phase, set).of(set.training(), set.classes(), seed);
        int images = PhaseTrainingData.batch(plan, phase);
        if (images > training.size()) {
            throw new StokerException(
                            "batch %d is larger than the dataset: %s has %d training %s%s; use batch %d or less"
                                    .formatted(
                                            images,
                                            plan.data().data(),
                                            training.size(),
                                            set instanceof ImageDataset ? "images" : "rows",
                                            training.size() < set.training().size() ? " in it" : "",
                                            Math.max(
                                                    1,
                                                    training.size()
                                                            / plan.step().accumulate())))
                    .about("batch");
        }
        int times = plan.augmentation().repeatAugment();
        if (images % times != 0) {
            throw new StokerException(
                            "repeat-augment %d puts each image %d times into a batch, but a batch has %d images; use a batch that is a multiple of it"
                                    .formatted(times, times, images))
                    .about("repeat-augment", "batch");
        }
        var _ = training.cached(plan.inputPipeline().cache().toSampleCache(new Bytes(1))); // refuses what it cannot do
        return new Planned(phase, fitting, shape, training, balancedLabels(plan, training));
    }

    /** Read once: of some datasets that takes a pass over the samples. */
    private static Optional<int[]> balancedLabels(Plan plan, DatasetSplit training) {
        return switch (plan.inputPipeline().sampling()) {
            case UNIFORM -> Optional.empty();
            case BALANCED -> Optional.of(training.labels());
        };
    }

    /** The shape of a phase's images. */
    public static Shape shape(PhasePlan phase, LabeledDataset set) {
        var whole = set.shape();
        if (phase.side().isEmpty()) {
            return whole;
        }
        if (!(set instanceof ImageDataset)) {
            throw new StokerException("resize is for images, and %s has none; remove resize".formatted(set.name()));
        }
        int side = phase.side().getAsInt();
        if (whole.height() != whole.width()) {
            throw new StokerException("resize makes squares, but the images of %s are %s".formatted(set.name(), whole));
        }
        if (side > whole.height()) {
            throw new StokerException(
                    "the images of %s are evaluated at %d pixels, so training at %d has no use; end at that size"
                            .formatted(set.name(), whole.height(), side));
        }
        return new Shape(side, side, whole.channels());
    }

    /** The augmentation of a phase. */
    public static AugmentationSettings augmentation(
            Plan plan, ImageTransforms transforms, PhasePlan phase, ImageDataset images) {
        return PhaseTrainingData.augmentation(plan, transforms, phase, shape(phase, images));
    }

    private static DatasetSubset subset(PhasePlan phase, LabeledDataset set) {
        int all = set.classes().size();
        int classes = phase.classes().orElse(all);
        if (classes > all) {
            throw new StokerException("%s has %d classes, fewer than %d".formatted(set.name(), all, classes));
        }
        return new DatasetSubset(phase.share(), classes);
    }

    /** A title of each phase, for people; none for a run of one phase. */
    public List<String> titles() {
        return phases.size() < 2
                ? List.of()
                : phases.stream().map(phase -> phase.plan.title()).toList();
    }

    /** {@code share} are the rows of each batch that are loaded here. */
    public TrainingPhases trainingPhases(PipelineResources resources, BatchShare share) {
        var trainingPhases = new ArrayList<TrainingPhase>();
        for (int i = 0; i < phases.size(); i++) {
            var phase = phases.get(i);
            var data = data(i, resources, share);
            data.expectReads();
            trainingPhases.add(new TrainingPhase(
                    phase.plan.title(), phase.model, data, phase.plan.epochs(), phase.plan.strength()));
        }
        return new TrainingPhases(
                trainingPhases,
                plan.progressiveTraining().phasePatience(),
                plan.progressiveTraining().phaseThreshold());
    }

    /** The batch size of evaluations, which is that of the last phase. */
    public int evaluationBatch() {
        return PhaseTrainingData.batch(plan, phases.getLast().plan);
    }

    /** The data of the last phase, for everything besides training. */
    public PhaseTrainingData last(PipelineResources resources) {
        return last(resources, BatchShare.ALL);
    }

    /** The same, of one of several ranks. */
    public PhaseTrainingData last(PipelineResources resources, BatchShare share) {
        return data(phases.size() - 1, resources, share);
    }

    /** The data of each phase. */
    public List<PhaseTrainingData> all(PipelineResources resources) {
        return IntStream.range(0, phases.size())
                .mapToObj(index -> data(index, resources))
                .toList();
    }

    private PhaseTrainingData data(int index, PipelineResources resources) {
        return data(index, resources, BatchShare.ALL);
    }

    private PhaseTrainingData data(int index, PipelineResources resources, BatchShare share) {
        var phase = phases.get(index);
        var seed = new Seed(plan.run().seed());
        return new PhaseTrainingData(
                set,
                phase.training,
                phase.balancedLabels,
                phase.shape,
                route,
                transforms,
                plan,
                phase.plan,
                index,
                resources,
                share,
                seed);
    }
}
