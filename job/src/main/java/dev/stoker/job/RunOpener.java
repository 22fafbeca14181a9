package dev.stoker.job;

import dev.stoker.job.internal.run.RunFolder;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.job.setup.CustomParts;
import dev.stoker.job.tune.TuningObserver;
import dev.stoker.train.Checkpoints;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Begins a run in a new folder, or continues one of before.
 *
 * @param parts in place of those that the plan names
 * @param ranks the ranks that train with this one, which is rank 0
 */
record RunOpener(
        CustomParts parts, TuningObserver tuning, List<TrainingObserver> observers, Optional<RankGroup> ranks) {
    RunOpener(TuningObserver tuning, Optional<RankGroup> ranks) {
        this(CustomParts.NONE, tuning, List.of(), ranks);
    }

    TrainingJob start(Plan plan) {
        var first = new FirstRank(ranks);
        var setup = TrainingSetup.of(plan, parts, false, tuning, first.world());
        try {
            var when = LocalDateTime.now(ZoneId.systemDefault());
            var run = RunFolder.create(Path.of(plan.run().runs()), plan.run().name(), when);
            return new TrainingJob(setup, run, RunResumption.ofNew(run), checkpoints(run, plan), observers, first);
        } catch (RuntimeException failure) {
            setup.close();
            throw failure;
        }
    }

    TrainingJob resume(String name, Path runs, Map<String, String> asked, ResumeOptions options) {
        var run = RunFolder.open(new RunFinder(runs).find(name));
        try {
            Plan saved = PlanFile.read(run.plan(), Plan.DEFAULTS);
            saved.run().customParts().refuseOthers(parts.names());
            Plan plan = ResumedPlan.of(run.path(), saved, asked);
            var checkpoints = checkpoints(run, plan); // one for all, since it reads a checkpoint to verify it
            var latest = options.restart() ? Optional.<TrainingProgress>empty() : checkpoints.latest();
            var resumption = RunResumption.of(run, options, latest.isPresent(), ResumedPlan.FREE_KEYS);
            resumption.check(saved);
            ResumedPlan.refuseFewerEpochs(
                    run.path(), plan, latest.map(TrainingProgress::epoch).orElse(0));
            return resumed(TrainingSetup.resumed(plan, parts, resumption), run, resumption, checkpoints);
        } catch (RuntimeException failure) {
            run.close();
            throw failure;
        }
    }

    private TrainingJob resumed(TrainingSetup setup, RunFolder run, RunResumption resumption, Checkpoints checkpoints) {
        try {
            return new TrainingJob(setup, run, resumption, checkpoints, observers, new FirstRank(ranks));
        } catch (RuntimeException failure) {
            setup.close();
            throw failure;
        }
    }

    private static Checkpoints checkpoints(RunFolder run, Plan plan) {
        return new SafetensorsCheckpoints(
                run.checkpoints(), plan.run().keepCheckpoints(), Optional.of(run.best()), run::markCheckpointed);
    }
}
