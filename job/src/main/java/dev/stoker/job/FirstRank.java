package dev.stoker.job;

import dev.stoker.datasets.LabeledDataset;
import dev.stoker.job.internal.rank.RankConflicts;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.DataParallel;
import java.util.List;
import java.util.Optional;

/**
 * Rank 0, which settles the plan and keeps the run; the counterpart of {@link WorkerRank}.
 *
 * @param group the others; empty where this process trains alone
 */
record FirstRank(Optional<RankGroup> group) {
    int world() {
        return group.map(RankGroup::world).orElse(1);
    }

    /** How this training is spread; alone, the plan says it. */
    Strategy strategy(Plan plan) {
        return group.map(RankGroup::strategy)
                .orElse(plan.distributed().hogwildThreads() > 0 ? Strategy.HOGWILD : Strategy.SINGLE);
    }

    /**
     * Sends the plan to the other ranks and connects with them, when they have the same data; empty where there are none.
     *
     * @param portable the plan as the other ranks get it
     */
    Optional<DataParallel> connect(Plan plan, Plan portable, LabeledDataset dataset) {
        return group.map(ranks -> connect(ranks, plan, portable, dataset));
    }

    private DataParallel connect(RankGroup ranks, Plan plan, Plan portable, LabeledDataset dataset) {
        try {
            RankConflicts.refuse(plan, ranks.world(), dataset.training().size());
            ranks.send(portable);
            ranks.compare(dataset);
            return ranks.connect(plan);
        } catch (RuntimeException failure) {
            throw ranks.explained(failure);
        }
    }

    /** What other ranks skipped, when training is over. */
    List<String> skippedByOthers(Plan plan) {
        return group.filter(_ -> plan.inputPipeline().skipCorrupt() > 0)
                .map(ranks -> ranks.gathered(List.of()))
                .orElse(List.of());
    }

    /** The failure, or its cause where another rank is it. */
    RuntimeException explained(RuntimeException failure) {
        return group.map(ranks -> ranks.explained(failure)).orElse(failure);
    }
}
