package dev.stoker.job.internal.setup;

import dev.stoker.core.random.Seed;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.setup.CustomParts;
import dev.stoker.tensor.Device;
import dev.stoker.train.LoopSettings;
import dev.stoker.train.TrainingSettings;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Distillation;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.StepSettings;
import java.time.Duration;
import java.util.Optional;

/** The settings of the trainer, from a plan. */
public final class TrainingSettingsFactory {
    private TrainingSettingsFactory() {}

    public static TrainingSettings of(
            Plan plan, CustomParts parts, Loss loss, Optional<Distillation> distillation, Device device) {
        return new TrainingSettings(
                        plan.training().epochs(),
                        new LearningRateSettings(
                                plan.scaledLearningRate(),
                                averaged(plan, parts.schedule().orElseGet(() -> schedule(plan))),
                                plan.learningRate().warmUp()),
                        parts.optimizer()
                                .<Optimizer.Settings>map(given -> given)
                                .orElseGet(() -> grouped(plan)),
                        step(plan, loss, distillation),
                        device,
                        new Seed(plan.run().seed()),
                        loop(plan))
                .withHogwildThreads(plan.distributed().hogwildThreads())
                .withAveraging(plan.regularization().averaging());
    }

    private static Optimizer.Settings grouped(Plan plan) {
        return new Optimizer.Settings.Grouped(optimizer(plan), plan.optimizer().rules());
    }

    private static Optimizer.Settings optimizer(Plan plan) {
        double decay = plan.optimizer().weightDecay();
        return switch (plan.optimizer().optimizer()) {
            case SGD ->
                new Optimizer.Settings.Sgd(
                        plan.optimizer().momentum(),
                        decay,
                        plan.optimizer().nesterov() && plan.optimizer().momentum() > 0);
            case ADAM ->
                new Optimizer.Settings.Adam(
                        plan.optimizer().beta1(),
                        plan.optimizer().chosenBeta2(),
                        plan.optimizer().epsilon(),
                        decay);
            case ADAMW ->
                new Optimizer.Settings.AdamW(
                        plan.optimizer().beta1(),
                        plan.optimizer().chosenBeta2(),
                        plan.optimizer().epsilon(),
                        decay);
            case LION ->
                new Optimizer.Settings.Lion(
                        plan.optimizer().beta1(), plan.optimizer().chosenBeta2(), decay);
            case RMSPROP ->
                new Optimizer.Settings.RmsProp(
                        plan.optimizer().alpha(),
                        plan.optimizer().epsilon(),
                        plan.optimizer().momentum(),
                        decay);
            case LARS ->
                new Optimizer.Settings.Lars(
                        plan.optimizer().momentum(), plan.optimizer().trustCoefficient(), decay);
            case LAMB ->
                new Optimizer.Settings.Lamb(
                        plan.optimizer().beta1(),
                        plan.optimizer().chosenBeta2(),
                        plan.optimizer().epsilon(),
                        decay);
            case MUON ->
                new Optimizer.Settings.Muon(
                        plan.optimizer().momentum(),
                        decay,
                        plan.optimizer().muonSteps(),
                        plan.optimizer().muonNormalize(),
                        plan.optimizer().restMomentum() == 0
                                ? plan.optimizer().momentum()
                                : plan.optimizer().restMomentum());
        };
    }

    private static StepSettings step(Plan plan, Loss loss, Optional<Distillation> distillation) {
        return StepSettings.builder(plan.step().precision().chosen())
                .loss(loss)
                .microBatches(plan.step().accumulate())
                .clipping(plan.step().clipping())
                .mixing(plan.augmentation().mixing())
                .averageDecay(plan.regularization().ema())
                .lookahead(plan.regularization().lookahead())
                .ascent(plan.regularization().sam())
                .distillation(distillation)
                .pruning(plan.compression().pruning())
                .capture(plan.device().capture())
                .fusing(plan.device().fusing())
                .recompute(plan.step().recompute())
                .outOfMemory(plan.step().outOfMemory())
                .build();
    }

    private static LearningRateSchedule schedule(Plan plan) {
        double floor = plan.learningRate().minFactor();
        return switch (plan.learningRate().schedule()) {
            case CONSTANT -> new LearningRateSchedule.Constant();
            case STEP ->
                new LearningRateSchedule.Step(
                        plan.learningRate().stepEvery(), plan.learningRate().gamma(), floor);
            case MILESTONES ->
                new LearningRateSchedule.Milestones(
                        plan.learningRate().milestones().epochs(),
                        plan.learningRate().gamma(),
                        floor);
            case EXPONENTIAL ->
                new LearningRateSchedule.Exponential(
                        plan.learningRate().stepEvery(), plan.learningRate().gamma(), floor);
            case PLATEAU ->
                new LearningRateSchedule.Plateau(
                        plan.learningRate().plateauPatience(),
                        plan.learningRate().gamma(),
                        floor);
            case COSINE -> new LearningRateSchedule.Cosine(floor);
            case WARM_RESTARTS ->
                new LearningRateSchedule.WarmRestarts(
                        plan.learningRate().cycle(), plan.learningRate().cycleMultiplier(), floor);
            case LINEAR -> new LearningRateSchedule.Linear(floor);
            case POLYNOMIAL ->
                new LearningRateSchedule.Polynomial(plan.learningRate().power(), floor);
            case ONE_CYCLE ->
                new LearningRateSchedule.OneCycle(plan.learningRate().rise(), floor);
            case TRIANGLE ->
                new LearningRateSchedule.Triangle(
                        plan.learningRate().startFactor(), plan.learningRate().rise(), floor);
            case CYCLICAL ->
                new LearningRateSchedule.Cyclical(plan.learningRate().cycle(), floor);
        };
    }

    /** The rate of the averaged part is scaled with the batch as the other is. */
    private static LearningRateSchedule averaged(Plan plan, LearningRateSchedule schedule) {
        var options = plan.regularization();
        return options.swaLr() > 0
                ? new LearningRateSchedule.ConstantFrom(
                        schedule,
                        options.swa(),
                        options.swaLr() / plan.learningRate().lr().chosen())
                : schedule;
    }

    private static LoopSettings loop(Plan plan) {
        return new LoopSettings(
                plan.evaluation().evaluateEvery(),
                plan.evaluation().tta(),
                plan.evaluation().bestBy(),
                plan.training().maxSteps(),
                plan.training().maxTime().map(Duration::toSeconds).orElse(0L),
                plan.training().patience(),
                plan.run().logEvery(),
                plan.run().checkpointEvery());
    }
}
