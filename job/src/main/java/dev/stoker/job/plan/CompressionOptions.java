package dev.stoker.job.plan;

import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.train.step.PruningSettings;
import java.util.Optional;

/** Training for a model that is smaller afterwards. */
@OptionGroup("Compression")
public record CompressionOptions(
        @Description("pruning: share of the weights of convolutions and linear layers that are 0 in the end, such as"
                + " 0.75; 0 disables")
        @Default("0")
        double prune,

        @Description("pruning scope, within which the smallest weights are found: layer or global") @Default("global")
        PruningSettings.Scope pruneScope,

        @Description("pruning schedule: part of the run in which the share of zeros rises; then the other weights are"
                + " trained on")
        @Default("0.67")
        double pruneRise)
        implements Options {
    public CompressionOptions {
        KeyCheck.that("prune", prune >= 0 && prune < 1, "at least 0 and below 1", prune);
        KeyCheck.that("prune-rise", pruneRise > 0 && pruneRise <= 1, "above 0 and at most 1", pruneRise);
    }

    /** How weights are pruned, where they are. */
    public Optional<PruningSettings> pruning() {
        return prune > 0 ? Optional.of(new PruningSettings(prune, pruneScope, pruneRise)) : Optional.empty();
    }
}
