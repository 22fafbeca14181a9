package dev.stoker.job;

import dev.stoker.core.Seed;
import dev.stoker.job.plan.Plan;
import dev.stoker.tensor.Device;
import dev.stoker.train.Interval;
import dev.stoker.train.LearningRate;
import dev.stoker.train.LoopSettings;
import dev.stoker.train.Mixing;
import dev.stoker.train.Optimizer;
import dev.stoker.train.Schedule;
import dev.stoker.train.StepSettings;
import dev.stoker.train.TrainSettings;

/** A plan in the words of the trainer. */
final class PlannedSettings {
    private PlannedSettings() {}

    static TrainSettings of(Plan plan, Device device) {
        return new TrainSettings(
                plan.length().epochs(),
                new LearningRate(plan.scaledRate(), schedule(plan), plan.rate().warmUp()),
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
                        plan.update().muonNormalise(),
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
                new Mixing(plan.mixing().mixup(), plan.mixing().cutmix()),
                plan.mixing().averaging(),
                plan.mixing().lookahead(),
                plan.machine().capture(),
                plan.machine().fusing(),
                plan.step().outOfMemory());
    }

    private static Schedule schedule(Plan plan) {
        double floor = plan.rate().minFactor();
        return switch (plan.rate().schedule()) {
            case CONSTANT -> new Schedule.Constant();
            case STEP -> new Schedule.Step(plan.rate().stepEvery(), plan.rate().gamma(), floor);
            case COSINE -> new Schedule.Cosine(floor);
            case LINEAR -> new Schedule.Linear(floor);
            case POLYNOMIAL -> new Schedule.Polynomial(plan.rate().power(), floor);
            case ONE_CYCLE -> new Schedule.OneCycle(plan.rate().rise(), floor);
            case TRIANGLE ->
                new Schedule.Triangle(plan.rate().startFactor(), plan.rate().rise(), floor);
            case CYCLICAL -> new Schedule.Cyclical(plan.rate().cycle(), floor);
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
