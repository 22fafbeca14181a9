package dev.stoker.nn;

import dev.stoker.nn.layer.Layer;
import java.util.stream.Stream;

/**
 * The blocks of a model whose activations need not be kept: residual blocks and branches that are concatenated. Backward computes them
 * again, so they must not have outputs besides the one, as auxiliary heads are, nor layers of a program's own, which may have a
 * state that a second computation would change.
 */
public final class RecomputedBlocks {
    private RecomputedBlocks() {}

    /** Whether a model has any besides the last, with whose activations backward begins. */
    public static boolean isIn(Model model) {
        return count(model.root()) > 1;
    }

    /** The blocks of a layer that are not within others. */
    static long count(Layer layer) {
        return isOne(layer)
                ? 1
                : children(layer).mapToLong(RecomputedBlocks::count).sum();
    }

    static boolean isOne(Layer layer) {
        return (layer instanceof Layer.Residual || layer instanceof Layer.Concat)
                && all(layer).noneMatch(each -> each instanceof Layer.Auxiliary || each instanceof Layer.Custom);
    }

    /** A layer and all within it. */
    private static Stream<Layer> all(Layer layer) {
        return Stream.concat(Stream.of(layer), children(layer).flatMap(RecomputedBlocks::all));
    }

    private static Stream<Layer> children(Layer layer) {
        return switch (layer) {
            case Layer.Sequential sequential -> sequential.children().stream().map(Layer.Named::layer);
            case Layer.Residual residual -> Stream.of(residual.body(), residual.shortcut());
            case Layer.Concat concat -> concat.branches().stream().map(Layer.Named::layer);
            case Layer.Gate(Layer.Sequential gate) -> Stream.of(gate);
            case Layer.Auxiliary auxiliary -> Stream.of(auxiliary.head());
            case Layer.Conv2d _,
                    Layer.MixedConv2d _,
                    Layer.BatchNorm2d _,
                    Layer.LocalResponseNorm _,
                    Layer.LayerNorm _,
                    Layer.GroupNorm _,
                    Layer.LayerScale _,
                    Layer.Tokens _,
                    Layer.ClassToken _,
                    Layer.PositionEmbedding _,
                    Layer.SelfAttention _,
                    Layer.FirstToken _,
                    Layer.Linear _,
                    Layer.Columns _,
                    Layer.Activation _,
                    Layer.MaxPool2d _,
                    Layer.AveragePool2d _,
                    Layer.AdaptiveAveragePool2d _,
                    Layer.GlobalAveragePool _,
                    Layer.Flatten _,
                    Layer.Scale _,
                    Layer.Dropout _,
                    Layer.DropPath _,
                    Layer.Custom _ -> Stream.empty();
        };
    }
}
