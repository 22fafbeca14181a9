package dev.stoker.job;

import dev.stoker.core.Seed;
import dev.stoker.tensor.Device;
import dev.stoker.train.Interval;
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
                plan.epochs(),
                plan.scaledRate(),
                schedule(plan),
                plan.warmUp(),
                new Optimizer.Settings.Grouped(optimizer(plan), PlanPatterns.rules(plan)),
                step(plan),
                device,
                new Seed(plan.seed()),
                plan.logEvery(),
                plan.checkpointEvery(),
                loop(plan));
    }

    private static Optimizer.Settings optimizer(Plan plan) {
        double decay = plan.weightDecay();
        return switch (plan.optimizer()) {
            case SGD -> new Optimizer.Settings.Sgd(plan.momentum(), decay, plan.nesterov() && plan.momentum() > 0);
            case ADAM -> new Optimizer.Settings.Adam(plan.beta1(), plan.beta2(), plan.epsilon(), decay);
            case ADAMW -> new Optimizer.Settings.AdamW(plan.beta1(), plan.beta2(), plan.epsilon(), decay);
            case RMSPROP -> new Optimizer.Settings.RmsProp(plan.alpha(), plan.epsilon(), plan.momentum(), decay);
            case LARS -> new Optimizer.Settings.Lars(plan.momentum(), plan.trust(), decay);
            case LAMB -> new Optimizer.Settings.Lamb(plan.beta1(), plan.beta2(), plan.epsilon(), decay);
            case MUON ->
                new Optimizer.Settings.Muon(
                        plan.momentum(),
                        decay,
                        plan.muonRounds(),
                        plan.muonNormalise(),
                        plan.restMomentum() == 0 ? plan.momentum() : plan.restMomentum());
        };
    }

    private static StepSettings step(Plan plan) {
        return new StepSettings(
                plan.precision(),
                plan.labelSmoothing(),
                plan.accumulate(),
                plan.clip(),
                new Mixing(plan.mixup(), plan.cutmix()),
                plan.averaging(),
                plan.lookahead(),
                plan.capture(),
                plan.fusing(),
                plan.outOfMemory());
    }

    private static Schedule schedule(Plan plan) {
        double floor = plan.minFactor();
        return switch (plan.schedule()) {
            case CONSTANT -> new Schedule.Constant();
            case STEP -> new Schedule.Step(plan.stepEvery(), plan.gamma(), floor);
            case COSINE -> new Schedule.Cosine(floor);
            case LINEAR -> new Schedule.Linear(floor);
            case POLYNOMIAL -> new Schedule.Polynomial(plan.power(), floor);
            case ONE_CYCLE -> new Schedule.OneCycle(plan.rise(), floor);
            case TRIANGLE -> new Schedule.Triangle(plan.startFactor(), plan.rise(), floor);
            case CYCLICAL -> new Schedule.Cyclical(plan.cycle(), floor);
        };
    }

    private static LoopSettings loop(Plan plan) {
        double seconds = !plan.maxTime().equals(Plan.NONE)
                        && Interval.parse(plan.maxTime()) instanceof Interval.Time(double limit)
                ? limit
                : 0;
        return new LoopSettings(
                Interval.parse(plan.evaluateEvery()), plan.tta(), plan.maxSteps(), seconds, plan.stopAfter());
    }
}
