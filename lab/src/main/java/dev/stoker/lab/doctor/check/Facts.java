package dev.stoker.lab.doctor.check;

import dev.stoker.job.plan.Plan;
import dev.stoker.lab.scaling.RankScaling;
import java.util.Optional;

/**
 * Everything that checks look at.
 *
 * @param asked the plan before anything was settled
 * @param plan settled, with a value for everything that was left open
 * @param rates what was measured of the plan
 * @param input what the input pipeline did with an image
 * @param step how a training step runs
 * @param schedule what a run does besides steps
 * @param data how the training images are stored
 * @param machine what the plan runs on
 * @param ranks what several ranks give; empty where that was not measured
 * @param trials what was measured of the plan with one change
 */
public record Facts(
        Plan asked,
        Plan plan,
        Rates rates,
        InputCost input,
        StepFacts step,
        ScheduleFacts schedule,
        DataFacts data,
        Machine machine,
        Optional<RankScaling> ranks,
        Trials trials) {

    Facts with(Trials measured) {
        return new Facts(asked, plan, rates, input, step, schedule, data, machine, ranks, measured);
    }

    Facts with(Machine other) {
        return new Facts(asked, plan, rates, input, step, schedule, data, other, ranks, trials);
    }

    /** Whether a GPU computes the steps, so that the cores are free for the input. */
    public boolean onGpu() {
        return step.onGpu();
    }

    /** Throughput of the whole over the present one where the input alone had another throughput. */
    double speedupOfInput(double imagesPerSecond) {
        return model().withInput(imagesPerSecond, model().inputCores()).speedup();
    }

    /** The same where an image also took other processor time of the input pipeline. */
    double speedupOfInput(double imagesPerSecond, double coreSeconds) {
        return model().withInput(imagesPerSecond, coreSeconds).speedup();
    }

    /** Whether a faster input would make the whole faster. */
    boolean wantsInput() {
        return speedupOfInput(1.5 * rates.input(), model().inputCores() / 1.5) >= Finding.NOTABLE;
    }

    /** Whether faster steps would make the whole faster. */
    boolean wantsSteps() {
        return speedupOfSteps(1.5 * rates.steps()) >= Finding.NOTABLE;
    }

    /** Throughput of the whole over the present one where steps by themselves had another throughput. */
    double speedupOfSteps(double imagesPerSecond) {
        return model().withSteps(imagesPerSecond).speedup();
    }

    /** The same where an image also took other processor time of a step. */
    double speedupOfSteps(double imagesPerSecond, double coreSeconds) {
        return model().withSteps(imagesPerSecond, coreSeconds).speedup();
    }

    private ThroughputModel model() {
        return ThroughputModel.of(this);
    }
}
