package dev.stoker.job.setup;

import dev.stoker.data.BatchShare;
import dev.stoker.job.internal.setup.InputResources;
import dev.stoker.job.internal.setup.PlannedNativeSettings;
import dev.stoker.job.internal.setup.PlannedPhases;
import dev.stoker.job.internal.setup.TrainingSettingsFactory;
import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.tensor.Device;
import dev.stoker.train.Checkpoints;
import dev.stoker.train.DataParallel;
import dev.stoker.train.Trainer;
import dev.stoker.train.TrainingObserver;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Creates trainers of the phases, the initial weights, the loss and the teacher that earlier stages have settled. */
public record TrainerFactory(
        Device device,
        CustomParts parts,
        PlannedPhases phases,
        InitialWeights weights,
        ChosenLoss loss,
        ChosenTeacher teacher) {
    public Trainer create(Plan plan, Trace trace, Checkpoints checkpoints, List<TrainingObserver> observers) {
        return create(plan, trace, checkpoints, observers, _ -> {}, true);
    }

    /** The same; {@code skipped} is told what is wrong with corrupt images, and {@code timed} says whether times are measured. */
    public Trainer create(
            Plan plan,
            Trace trace,
            Checkpoints checkpoints,
            List<TrainingObserver> observers,
            Consumer<String> skipped,
            boolean timed) {
        return create(plan, trace, checkpoints, observers, skipped, timed, Optional.empty());
    }

    /** The same, together with other ranks. */
    public Trainer create(
            Plan plan,
            Trace trace,
            Checkpoints checkpoints,
            List<TrainingObserver> observers,
            Consumer<String> skipped,
            boolean timed,
            Optional<DataParallel> parallel) {
        PlannedNativeSettings.apply(plan);
        var resources = InputResources.of(plan, device)
                .withTrace(trace)
                .withSkipped(skipped)
                .withTimes(timed);
        return new Trainer(
                phases.trainingPhases(
                        resources, parallel.map(DataParallel::share).orElse(BatchShare.ALL)),
                TrainingSettingsFactory.of(plan, parts, loss.loss(), teacher.distillation(), device)
                        .withTrace(trace)
                        .withTimes(timed)
                        .withParallel(parallel),
                checkpoints,
                observers,
                initial -> weights.source().prepare(initial, phases.last(resources)));
    }
}
