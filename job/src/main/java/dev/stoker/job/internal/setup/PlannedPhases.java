package dev.stoker.job.internal.setup;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.image.ImageRowLayout;
import dev.stoker.core.random.Seed;
import dev.stoker.data.PipelineResources;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.DatasetSubset;
import dev.stoker.datasets.ImageDataset;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.job.plan.PhasePlan;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.Model;
import dev.stoker.train.TrainingPhase;
import dev.stoker.train.TrainingPhases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The phases of a plan over a data set and a model; whatever does not go together is found here. */
public final class PlannedPhases {
    /** A phase with the net for its images, their shape, and those of them that it uses. */
    private record Planned(PhasePlan plan, Model model, Shape shape, DatasetSplit training) {}

    private final Plan plan;
    private final ImageDataset set;
    private final DataType type;
    private final Optional<ImageRowLayout> layout;
    private final List<Planned> phases;

    private PlannedPhases(
            Plan plan, ImageDataset set, DataType type, Optional<ImageRowLayout> layout, List<Planned> phases) {
        this.plan = plan;
        this.set = set;
        this.type = type;
        this.layout = layout;
        this.phases = phases;
    }

    /** {@code layout} is how images travel that come with batches; {@code models} makes the net for images of a shape. */
    public static PlannedPhases of(
            Plan plan,
            ImageDataset set,
            DataType type,
            Optional<ImageRowLayout> layout,
            Model model,
            Function<Shape, Model> models) {
        var phases = new ArrayList<Planned>();
        var seed = new Seed(plan.run().seed()).forPurpose("subset");
        for (var phase : plan.phases()) {
            String where = "phase %d (%s): ".formatted(phases.size() + 1, phase.title());
            try {
                phases.add(planned(plan, phase, set, model, models, seed));
            } catch (StokerException wrong) {
                throw phase.parameters().isEmpty() ? wrong : new StokerException(where + wrong.getMessage(), wrong);
            }
        }
        return new PlannedPhases(plan, set, type, layout, phases);
    }

    private static Planned planned(
            Plan plan, PhasePlan phase, ImageDataset set, Model model, Function<Shape, Model> models, Seed seed) {
        var shape = shape(phase, set);
        var fitting = shape.equals(set.shape()) ? model : models.apply(shape);
        model.firstDifference(fitting).ifPresent(difference -> {
            throw new StokerException(
                    "model %s cannot change the size of its images, since its weights depend on it: %s; choose a net that averages over the image, such as resnet18, or leave resize out"
                            .formatted(model.name(), difference));
        });
        var training = subset(phase, set).of(set.training(), set.classes(), seed);
        int images =
                phase.batch().orElse(plan.training().batchSize()) * plan.step().accumulate();
        if (images > training.size()) {
            throw new StokerException(
                    "batch %d is larger than the data set: %s has %d training %s%s; use --batch %d or less"
                            .formatted(
                                    images,
                                    plan.data().data(),
                                    training.size(),
                                    TableDataset.isTable(plan.data().data()) ? "rows" : "images",
                                    training.size() < set.training().size() ? " in it" : "",
                                    Math.max(1, training.size() / plan.step().accumulate())));
        }
        var planned = new Planned(phase, fitting, shape, training);
        PhaseTrainingData.augmented(training, plan, phase, shape, seed);
        return planned;
    }

    /** What the images of a phase become. */
    static Shape shape(PhasePlan phase, ImageDataset set) {
        var whole = set.shape();
        if (phase.side().isEmpty()) {
            return whole;
        }
        int side = phase.side().getAsInt();
        if (whole.height() != whole.width()) {
            throw new StokerException("resize makes squares, but the images of %s are %s".formatted(set.name(), whole));
        }
        if (side > whole.height()) {
            throw new StokerException(
                    "the images of %s are evaluated at %d pixels, so training them at %d would be for nothing; end at that size"
                            .formatted(set.name(), whole.height(), side));
        }
        return new Shape(side, side, whole.channels());
    }

    private static DatasetSubset subset(PhasePlan phase, ImageDataset set) {
        int all = set.classes().size();
        int classes = phase.classes().orElse(all);
        if (classes > all) {
            throw new StokerException("%s has %d classes, fewer than %d".formatted(set.name(), all, classes));
        }
        return new DatasetSubset(phase.share(), classes);
    }

    /** What each phase is, for people; nothing for a run of one. */
    public List<String> titles() {
        return phases.size() < 2
                ? List.of()
                : phases.stream().map(phase -> phase.plan.title()).toList();
    }

    public TrainingPhases trainingPhases(PipelineResources resources) {
        var trainingPhases = new ArrayList<TrainingPhase>();
        for (int i = 0; i < phases.size(); i++) {
            var phase = phases.get(i);
            trainingPhases.add(new TrainingPhase(
                    phase.plan.title(), phase.model, data(i, resources), phase.plan.epochs(), phase.plan.strength()));
        }
        return new TrainingPhases(
                trainingPhases,
                plan.progressiveTraining().phasePatience(),
                plan.progressiveTraining().phaseThreshold());
    }

    /** The data of the last phase, from which whatever is not training takes its images. */
    public PhaseTrainingData last(PipelineResources resources) {
        return data(phases.size() - 1, resources);
    }

    private PhaseTrainingData data(int index, PipelineResources resources) {
        var phase = phases.get(index);
        var seed = new Seed(plan.run().seed());
        return new PhaseTrainingData(
                set, phase.training, phase.shape, type, layout, plan, phase.plan, index, resources, seed);
    }
}
