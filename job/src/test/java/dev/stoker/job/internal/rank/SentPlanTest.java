package dev.stoker.job.internal.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.job.plan.Plan;
import org.junit.jupiter.api.Test;

class SentPlanTest {
    @Test
    void aPlanArrivesAsItWasSent() {
        var plan = Plan.DEFAULTS
                .with("model", "resnet8")
                .with("global-batch", "48")
                .with("gradient-compression", "bf16")
                .with("data", "a \"quoted\" folder")
                .with("sync-batch-norm", "true");
        assertThat(SentPlan.plan(SentPlan.bytes(plan))).isEqualTo(plan);
    }

    @Test
    void aBatchOfFewerImagesThanRanksIsRefused() {
        var plan = Plan.DEFAULTS.with("global-batch", "3");
        RankConflicts.refuse(plan, 3, 100);
        assertThatThrownBy(() -> RankConflicts.refuse(plan, 4, 100))
                .hasMessage(
                        "a global batch of 3 is too small for 4 ranks; give each at least one image, or start fewer");
    }

    @Test
    void aLastBatchWithoutAnImageForEachRankCannotBeNormalizedTogether() {
        var plan = Plan.DEFAULTS.with("global-batch", "32").with("sync-batch-norm", "true");
        RankConflicts.refuse(plan, 4, 36);
        assertThatThrownBy(() -> RankConflicts.refuse(plan, 4, 35))
                .hasMessageContaining("the last batch of an epoch has 3 images, fewer than the 4 ranks");
        RankConflicts.refuse(Plan.DEFAULTS.with("global-batch", "32"), 4, 35);
    }

    @Test
    void ranksKeepTheOrder() {
        assertThatThrownBy(() -> RankConflicts.refuse(Plan.DEFAULTS.with("order", "relaxed"), 2, 100))
                .hasMessageContaining("use order strict");
    }

    @Test
    void ranksSkipCorruptImagesUnlessTheyNormalizeTogether() {
        var plan = Plan.DEFAULTS.with("skip-corrupt", "5");
        RankConflicts.refuse(plan, 2, 100);
        assertThatThrownBy(() -> RankConflicts.refuse(plan.with("sync-batch-norm", "true"), 2, 100))
                .hasMessageContaining("sync-batch-norm needs an image of each batch on each of the 2 ranks");
    }

    @Test
    void ranksHaveNoThreadsWithoutLocks() {
        assertThatThrownBy(() -> RankConflicts.refuse(Plan.DEFAULTS.with("hogwild-threads", "2"), 1, 100))
                .hasMessageContaining("hogwild trains on threads of one process");
    }
}
