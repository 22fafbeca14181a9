package dev.stoker.job;

import dev.stoker.datasets.ImageDataset;
import dev.stoker.image.transform.TransformChain;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.setup.CustomParts;
import dev.stoker.job.tune.TuningObserver;
import dev.stoker.nn.Model;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.step.Loss;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Starts or resumes a run of a plan, with parts of your own in place of those that the plan names. The keys of a replaced part
 * are ignored. The run's plan.yaml records which parts were given by a program, and the run can be resumed with the same
 * parts only; that they compute the same as before is up to you.
 */
public final class TrainingJobBuilder {
    private final List<TrainingObserver> observers = new ArrayList<>();
    private Plan plan = Plan.DEFAULTS;
    private TuningObserver tuning = TuningObserver.NONE;
    private Optional<ImageDataset> dataset = Optional.empty();
    private Optional<ModelBuilder> model = Optional.empty();
    private Optional<Loss> loss = Optional.empty();
    private Optional<Optimizer.Settings.Custom> optimizer = Optional.empty();
    private Optional<LearningRateSchedule> schedule = Optional.empty();
    private Optional<TransformChain> augmentation = Optional.empty();

    TrainingJobBuilder() {}

    /** The plan; the defaults where none is given. A resumed run has its own. */
    public TrainingJobBuilder plan(Plan given) {
        plan = given;
        return this;
    }

    /** Images in place of the plan's dataset; closed with the job. */
    public TrainingJobBuilder dataset(ImageDataset images) {
        dataset = Optional.of(images);
        return this;
    }

    /** A model for one image size and number of classes, which must be those of the dataset. */
    public TrainingJobBuilder model(Model one) {
        return model(ModelBuilder.of(one));
    }

    /** A model for any image size and number of classes. */
    public TrainingJobBuilder model(ModelBuilder builder) {
        model = Optional.of(builder);
        return this;
    }

    /** A loss in place of the plan's, with its label smoothing and class weights. */
    public TrainingJobBuilder loss(Loss function) {
        loss = Optional.of(function);
        return this;
    }

    /**
     * An optimizer in place of the plan's; it gets the plan's learning rate at each step.
     *
     * @param factory creates it for parameters by name; their gradients exist already
     */
    public TrainingJobBuilder optimizer(String name, Function<Map<String, Tensor>, Optimizer> factory) {
        optimizer = Optional.of(new Optimizer.Settings.Custom(name, factory));
        return this;
    }

    /** A learning rate schedule in place of the plan's; the peak and the warm-up are still those of the plan. */
    public TrainingJobBuilder schedule(LearningRateSchedule curve) {
        schedule = Optional.of(curve);
        return this;
    }

    /**
     * Transforms of training images in place of the plan's. Crop, shift and horizontal flip come before them and are still those
     * of the plan; {@code flip: none} and {@code shift: 0} turn them off for small images.
     */
    public TrainingJobBuilder augmentation(TransformChain transforms) {
        augmentation = Optional.of(transforms);
        return this;
    }

    /** Called during training; several observers are called in the order in which they were given. */
    public TrainingJobBuilder observer(TrainingObserver observer) {
        observers.add(observer);
        return this;
    }

    /** Called while values that the plan leaves open are searched for. */
    public TrainingJobBuilder tuningObserver(TuningObserver observer) {
        tuning = observer;
        return this;
    }

    private RunOpener opener() {
        var parts = new CustomParts(dataset, model, loss, optimizer, schedule, augmentation);
        return new RunOpener(parts, tuning, observers, Optional.empty());
    }

    /** A new run. */
    public TrainingJob start() {
        return opener().start(plan);
    }

    /** Continues a run that {@link RunFinder} finds, with its own plan and the same parts. */
    public TrainingJob resume(String run, Path runs) {
        return resume(run, runs, Map.of());
    }

    /** The same; {@code changes} are plan keys, of which few may differ from the run's plan, such as epochs. */
    public TrainingJob resume(String run, Path runs, Map<String, String> changes) {
        return resume(run, runs, changes, ResumeOptions.DEFAULTS);
    }

    /** The same; the options allow what is refused otherwise: to start again, or to continue with other data. */
    public TrainingJob resume(String run, Path runs, Map<String, String> changes, ResumeOptions options) {
        return opener().resume(run, runs, changes, options);
    }
}
