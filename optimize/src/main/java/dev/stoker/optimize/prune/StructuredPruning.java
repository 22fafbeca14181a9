package dev.stoker.optimize.prune;

import dev.stoker.core.StokerException;
import dev.stoker.nn.WeightedModel;
import dev.stoker.train.step.PruningSettings;
import java.util.List;

/** Cuts whole channels out of a model, so that it becomes smaller and any program runs it faster. */
public final class StructuredPruning {
    private StructuredPruning() {}

    /** A model without this share of its channels, the least important; new tensors belong to the innermost scope. */
    public static WeightedModel of(WeightedModel model, double share, PruningSettings.Scope scope) {
        var channels = ChannelReader.read(model.model());
        if (channels.sets().isEmpty()) {
            throw new StokerException(
                            "model %s has no channel that could be cut: each belongs to its input, its logits or a grouped convolution; prune single weights instead"
                                    .formatted(model.model().name()))
                    .about("structured");
        }
        var removed =
                new ChannelSelection(share, scope).removed(channels, ChannelImportance.of(channels, model.weights()));
        boolean any = channels.sets().stream().flatMap(List::stream).anyMatch(channel -> removed[channel]);
        if (!any) {
            throw new StokerException(
                            "nothing is left to prune: %.2f of the channels of model %s are less than those that must go together"
                                    .formatted(share, model.model().name()))
                    .about("prune");
        }
        return ChannelCut.of(model, channels, removed);
    }
}
