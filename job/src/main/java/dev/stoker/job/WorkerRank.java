package dev.stoker.job;

import dev.stoker.core.StokerException;
import dev.stoker.job.internal.rank.RankDevice;
import dev.stoker.job.internal.run.RankTraces;
import dev.stoker.job.internal.run.WorkerProfile;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.setup.CustomParts;
import dev.stoker.job.tune.TuningObserver;
import dev.stoker.tensor.Device;
import dev.stoker.train.Checkpoints;
import dev.stoker.train.Trainer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

/** A rank other than 0: it trains by the plan that it is sent, on its share of each batch, and keeps nothing. */
public final class WorkerRank {
    private final RankGroup ranks;

    public WorkerRank(RankGroup ranks) {
        this.ranks = ranks;
    }

    /** Trains to the end; false where it was stopped before. */
    public boolean run(BooleanSupplier stopRequested) {
        try {
            return train(own(ranks.received()), stopRequested);
        } catch (RuntimeException failure) {
            throw ranks.explained(failure);
        }
    }

    /** With the device of this rank in place of that of rank 0. */
    private Plan own(Plan plan) {
        return plan.device().device().value().orElse(Device.CPU) instanceof Device.Cuda && !RankDevice.isShared()
                ? plan.with("device", RankDevice.of(ranks.settings()).toString())
                : plan;
    }

    private boolean train(Plan plan, BooleanSupplier stopRequested) {
        // As if it resumed: the weights come from rank 0.
        try (var setup = TrainingSetup.of(plan, CustomParts.NONE, true, TuningObserver.NONE)) {
            refuseCustomParts(plan);
            ranks.compare(setup.dataset());
            var parallel = ranks.connect(setup.plan());
            var profile = new WorkerProfile(setup.plan().run().profile(), new RankTraces(parallel.communicator()));
            var skipped = new ConcurrentLinkedQueue<String>();
            try (var trainer = setup.trainer(
                    profile.trace(), Checkpoints.none(), List.of(profile), skipped::add, true, Optional.of(parallel))) {
                boolean finished = switch (trainer.fit(stopRequested)) {
                    case Trainer.Outcome.Stopped _ -> false;
                    case Trainer.Outcome.Finished end ->
                        trainer.test(end.progress(), stopRequested).isPresent()
                                || setup.dataset().test().isEmpty();
                };
                if (plan.inputPipeline().skipCorrupt() > 0) {
                    ranks.gathered(skipped);
                }
                return finished;
            }
        }
    }

    private static void refuseCustomParts(Plan plan) {
        if (!plan.run().customParts().parts().isEmpty()) {
            throw new StokerException(
                    "a run with parts of a program cannot be trained on several ranks by `stoker train`");
        }
    }
}
