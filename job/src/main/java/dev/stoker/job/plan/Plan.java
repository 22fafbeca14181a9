package dev.stoker.job.plan;

import dev.stoker.core.Bytes;
import dev.stoker.core.Task;
import dev.stoker.datasets.LabelFormat;
import dev.stoker.job.option.KeyCheck;
import java.util.List;
import java.util.Optional;

/**
 * Everything that decides a run, in groups of options. Each component of a group is a key of a YAML plan and a flag of the
 * command line, under its name with dashes; annotations hold its help text and its default.
 */
public record Plan(
        DataOptions data,
        ImageSourceOptions imageSource,
        ImageInputOptions imageInput,
        ModelOptions model,
        TrainingOptions training,
        LearningRateOptions learningRate,
        OptimizerOptions optimizer,
        TrainingStepOptions step,
        AugmentationOptions augmentation,
        DevicePlacementOptions placement,
        ProgressiveTrainingOptions progressiveTraining,
        LossOptions loss,
        RegularizationOptions regularization,
        CompressionOptions compression,
        DeviceOptions device,
        InputPipelineOptions inputPipeline,
        DistributedOptions distributed,
        EvaluationOptions evaluation,
        RunOptions run) {

    /** The text of an empty list. */
    public static final String NONE = "none";

    /** More than any device holds. */
    static final int MAX_IMAGES_PER_STEP = 1 << 24;

    /** The job that {@code stoker train} runs without arguments. */
    public static final Plan DEFAULTS = PlanKey.defaults();

    public Plan {
        int accumulate = step.accumulate();
        KeyCheck.that(
                "accumulate",
                accumulate >= 1 && (long) accumulate * training.batch().orElse(1) <= MAX_IMAGES_PER_STEP,
                "1 or more, and with batch no more than 16,777,216",
                accumulate);
    }

    /** What the model says of a sample. */
    public Task task() {
        return imageSource.multiLabel() ? Task.MULTI_LABEL : data.task();
    }

    /** What the column of labels holds. */
    public LabelFormat labelFormat() {
        return switch (task()) {
            case CLASSIFICATION -> data.softLabels() ? LabelFormat.PROBABILITIES : LabelFormat.CLASS;
            case MULTI_LABEL -> LabelFormat.CLASSES;
            case REGRESSION -> LabelFormat.NUMBER;
        };
    }

    /** Images of one step. */
    public int imagesPerStep() {
        return training.batchSize() * step.accumulate();
    }

    /** The learning rate for the images of a step. */
    public double scaledLearningRate() {
        return learningRate.lr().chosen()
                * learningRate.lrScaling().factor(imagesPerStep() / (double) learningRate.referenceBatch());
    }

    /** The phases of the run; one, without phase parameters, by default. */
    public List<PhasePlan> phases() {
        return PhaseSchedule.of(this);
    }

    /** With the image size of the end of the last phase, which is that of evaluations. */
    public Plan withFinalSize() {
        return PhaseSchedule.withFinalSize(this);
    }

    /** To be called when the plan is complete: the second of two keys may be what the first needs. */
    public void refuseConflicts() {
        PlanConflicts.refuse(this);
    }

    /** This plan with one group of options replaced. */
    public Plan with(Options group) {
        return new Plan(
                group instanceof DataOptions changed ? changed : data,
                group instanceof ImageSourceOptions changed ? changed : imageSource,
                group instanceof ImageInputOptions changed ? changed : imageInput,
                group instanceof ModelOptions changed ? changed : model,
                group instanceof TrainingOptions changed ? changed : training,
                group instanceof LearningRateOptions changed ? changed : learningRate,
                group instanceof OptimizerOptions changed ? changed : optimizer,
                group instanceof TrainingStepOptions changed ? changed : step,
                group instanceof AugmentationOptions changed ? changed : augmentation,
                group instanceof DevicePlacementOptions changed ? changed : placement,
                group instanceof ProgressiveTrainingOptions changed ? changed : progressiveTraining,
                group instanceof LossOptions changed ? changed : loss,
                group instanceof RegularizationOptions changed ? changed : regularization,
                group instanceof CompressionOptions changed ? changed : compression,
                group instanceof DeviceOptions changed ? changed : device,
                group instanceof InputPipelineOptions changed ? changed : inputPipeline,
                group instanceof DistributedOptions changed ? changed : distributed,
                group instanceof EvaluationOptions changed ? changed : evaluation,
                group instanceof RunOptions changed ? changed : run);
    }

    static void refuseEmpty(String key, Optional<Bytes> limit) {
        KeyCheck.that(key, limit.stream().allMatch(bytes -> bytes.count() > 0), "above 0, or unlimited", 0);
    }

    /** This plan with one key changed by a text from outside, such as the value of a flag. */
    public Plan with(String key, String text) {
        return PlanKey.named(key).set(this, text);
    }
}
