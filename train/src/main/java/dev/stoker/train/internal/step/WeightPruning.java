package dev.stoker.train.internal.step;

import dev.stoker.nn.Weights;
import dev.stoker.train.prune.PruningMasks;
import dev.stoker.train.step.PruningSettings;

/** Removes more and more weights, by a schedule. Which ones is chosen between steps; within a step masks are multiplied by. */
record WeightPruning(PruningSettings settings, PruningMasks masks) {
    WeightFollower following(Weights weights) {
        return new PruningFollower(masks, weights);
    }

    /** After a step; true if masks have changed. */
    boolean choose(StepContext context) {
        long done = context.step() + 1;
        if (!settings.isDue(done, context.steps())) {
            return false;
        }
        masks.choose(settings.shareAfter(done, context.steps()), settings.scope());
        return true;
    }
}
