package dev.stoker.job.setup;

import dev.stoker.job.internal.setup.FineTuning;
import dev.stoker.job.plan.Plan;
import dev.stoker.nn.Model;
import java.util.Optional;

/**
 * Sixth stage: what the weights start from, checked against the model.
 *
 * @param note in one line, for people; empty where they start at random or from a checkpoint
 */
public record InitialWeights(FineTuning source, Optional<String> note) {
    /** Where {@code fromCheckpoint}, a checkpoint holds all weights, and no other source is read. */
    public static InitialWeights of(Plan plan, Model model, boolean fromCheckpoint) {
        var planned = FineTuning.of(plan, model);
        var source = fromCheckpoint ? planned.fromCheckpoint() : planned;
        return new InitialWeights(source, source.check());
    }
}
