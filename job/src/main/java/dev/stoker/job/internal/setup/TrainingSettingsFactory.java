package dev.stoker.job.internal.setup;

import dev.stoker.core.random.Seed;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.train.Interval;
import dev.stoker.train.LoopSettings;
import dev.stoker.train.TrainingSettings;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.MixupCutmixSettings;
import dev.stoker.train.step.StepSettings;

/** A plan in the words of the trainer. */
public final class TrainingSettingsFactory {
    private TrainingSettingsFactory() {}

    public static TrainingSettings of(Plan plan, Device device) {
        return new TrainingSettings(
                plan.length().epochs(),
                new LearningRateSettings(
                        plan.scaledLearningRate(), schedule(plan), plan.rate().warmUp()),
                new Optimizer.Settings.Grouped(optimizer(plan), plan.update().rules()),
                step(plan),
                device,
                new Seed(plan.run().seed()),
                loop(plan));
    }

    private static Optimizer.Settings optimizer(Plan plan) {
        double decay = plan.update().weightDecay();
        return switch (plan.update().optimizer()) {
            case SGD ->
                new Optimizer.Settings.Sgd(
                        plan.update().momentum(),
                        decay,
                        plan.update().nesterov() && plan.update().momentum() > 0);
            case ADAM ->
                new Optimizer.Settings.Adam(
                        plan.update().beta1(),
                        plan.update().beta2(),
                        plan.update().epsilon(),
                        decay);
            case ADAMW ->
                new Optimizer.Settings.AdamW(
                        plan.update().beta1(),
                        plan.update().beta2(),
                        plan.update().epsilon(),
                        decay);
            case RMSPROP ->
                new Optimizer.Settings.RmsProp(
                        plan.update().alpha(),
                        plan.update().epsilon(),
                        plan.update().momentum(),
                        decay);
            case LARS ->
                new Optimizer.Settings.Lars(
                        plan.update().momentum(), plan.update().trust(), decay);
            case LAMB ->
                new Optimizer.Settings.Lamb(
                        plan.update().beta1(),
                        plan.update().beta2(),
                        plan.update().epsilon(),
                        decay);
            case MUON ->
                new Optimizer.Settings.Muon(
                        plan.update().momentum(),
                        decay,
                        plan.update().muonRounds(),
                        plan.update().muonNormalize(),
                        plan.update().restMomentum() == 0
                                ? plan.update().momentum()
                                : plan.update().restMomentum());
        };
    }

    private static StepSettings step(Plan plan) {
        return new StepSettings(
                plan.step().precision(),
                plan.step().labelSmoothing(),
                plan.step().accumulate(),
                plan.step().clip(),
                new MixupCutmixSettings(plan.mixing().mixup(), plan.mixing().cutmix()),
                plan.mixing().averaging(),
                plan.mixing().lookahead(),
                plan.machine().capture(),
                plan.machine().fusing(),
                plan.step().outOfMemory());
    }

    private static LearningRateSchedule schedule(Plan plan) {
        double floor = plan.rate().minFactor();
        return switch (plan.rate().schedule()) {
            case CONSTANT -> new LearningRateSchedule.Constant();
            case STEP ->
                new LearningRateSchedule.Step(
                        plan.rate().stepEvery(), plan.rate().gamma(), floor);
            case COSINE -> new LearningRateSchedule.Cosine(floor);
            case LINEAR -> new LearningRateSchedule.Linear(floor);
            case POLYNOMIAL -> new LearningRateSchedule.Polynomial(plan.rate().power(), floor);
            case ONE_CYCLE -> new LearningRateSchedule.OneCycle(plan.rate().rise(), floor);
            case TRIANGLE ->
                new LearningRateSchedule.Triangle(
                        plan.rate().startFactor(), plan.rate().rise(), floor);
            case CYCLICAL -> new LearningRateSchedule.Cyclical(plan.rate().cycle(), floor);
        };
    }

    private static LoopSettings loop(Plan plan) {
        double seconds = !plan.end().maxTime().equals(Plan.NONE)
                        && Interval.parse(plan.end().maxTime()) instanceof Interval.Time(double limit)
                ? limit
                : 0;
        return new LoopSettings(
                Interval.parse(plan.end().evaluateEvery()),
                plan.end().tta(),
                plan.end().maxSteps(),
                seconds,
                plan.end().stopAfter(),
                plan.run().logEvery(),
                plan.run().checkpointEvery());
    }
}
