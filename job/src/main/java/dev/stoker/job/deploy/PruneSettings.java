package dev.stoker.job.deploy;

import dev.stoker.core.StokerException;
import dev.stoker.train.step.PruningSettings;

/**
 * How weights are removed.
 *
 * @param share of them, between 0 and 1
 * @param scope within which the smallest are found
 * @param structured whether whole channels are cut, so that the model becomes smaller, in place of single weights that become 0
 */
public record PruneSettings(double share, PruningSettings.Scope scope, boolean structured) {
    public PruneSettings {
        if (!(share > 0 && share < 1)) {
            throw new StokerException(
                            "prune must be a share of the weights between 0 and 1, such as 0.75, got " + share)
                    .about("prune");
        }
    }
}
