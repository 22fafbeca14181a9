package dev.stoker.job.plan;

import java.util.List;

/**
 * Everything that decides a run, in chapters. Each component of a chapter is a key of a YAML plan and a flag of the command
 * line, under its name with dashes; annotations are what {@code --help} says of it and what it usually is.
 */
public record Plan(
        DataOptions data,
        ModelOptions model,
        TrainingOptions training,
        LearningRateOptions learningRate,
        OptimizerOptions optimizer,
        TrainingStepOptions step,
        AugmentationOptions augmentation,
        DevicePlacementOptions placement,
        ProgressiveTrainingOptions progressiveTraining,
        RegularizationOptions regularization,
        DeviceOptions device,
        InputPipelineOptions inputPipeline,
        EvaluationAndStoppingOptions evaluation,
        RunOptions run) {

    /** The text of a key that the data decides. */
    public static final String AUTO = "auto";

    /** The text of a key that holds nothing. */
    public static final String NONE = "none";

    /** As many as any step may have. */
    static final int MAX_IMAGES_PER_STEP = 1 << 24;

    /** The job that {@code stoker train} runs without arguments. */
    public static final Plan DEFAULTS = PlanKey.defaults();

    public Plan {
        int accumulate = step.accumulate();
        KeyCheck.that(
                "accumulate",
                accumulate >= 1 && (long) accumulate * training.batch() <= MAX_IMAGES_PER_STEP,
                "1 or more, and with batch no more than 16,777,216",
                accumulate);
    }

    /** Images of one step. */
    public int imagesPerStep() {
        return training.batch() * step.accumulate();
    }

    /** The learning rate for the images of a step. */
    public double scaledLearningRate() {
        return learningRate.lr()
                * learningRate.lrScaling().factor(imagesPerStep() / (double) learningRate.referenceBatch());
    }

    /** The phases of the run; one, without levers, where nothing is asked for. */
    public List<PhasePlan> phases() {
        return PhaseSchedule.of(this);
    }

    /** With the size in which the last phase ends, which is that of evaluations. */
    public Plan withFinalSize() {
        return PhaseSchedule.withFinalSize(this);
    }

    /** To be asked when the plan is whole: the second of two keys may be what the first needs. */
    public void refuseConflicts() {
        PlanConflicts.refuse(this);
    }

    public Plan with(DevicePlacementOptions changed) {
        return new Plan(
                data,
                model,
                training,
                learningRate,
                optimizer,
                step,
                augmentation,
                changed,
                progressiveTraining,
                regularization,
                device,
                inputPipeline,
                evaluation,
                run);
    }

    /** This plan with one key changed; the text is read as a flag's value would be. */
    public Plan with(String key, String text) {
        return PlanKey.named(key).set(this, text);
    }
}
