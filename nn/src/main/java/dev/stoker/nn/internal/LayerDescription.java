package dev.stoker.nn.internal;

import dev.stoker.nn.layer.Layer;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says in a few words what a layer is. */
public final class LayerDescription {
    private LayerDescription() {}

    public static String layer(Layer layer) {
        return switch (layer) {
            case Layer.Conv2d conv ->
                "conv " + conv.window() + (conv.groups() == 1 ? "" : ", groups " + conv.groups()) + bias(conv.bias());
            case Layer.MixedConv2d mixed ->
                "mixed conv "
                        + mixed.parts().stream()
                                .map(part -> part.window().toString())
                                .collect(Collectors.joining(" + "));
            case Layer.BatchNorm2d _ -> "batch norm";
            case Layer.LocalResponseNorm norm -> "local response norm %d".formatted(norm.size());
            case Layer.LayerNorm _ -> "layer norm";
            case Layer.GroupNorm norm -> "group norm of %d".formatted(norm.groups());
            case Layer.LayerScale _ -> "layer scale";
            case Layer.Tokens _ -> "pixels to tokens";
            case Layer.ClassToken _ -> "class token";
            case Layer.PositionEmbedding _ -> "position embedding";
            case Layer.SelfAttention attention -> "self-attention, %d heads".formatted(attention.heads());
            case Layer.FirstToken _ -> "first token";
            case Layer.Linear linear -> "linear" + bias(linear.bias());
            case Layer.Columns columns ->
                "%d columns".formatted(columns.columns().size());
            case Layer.Activation activation ->
                activation.name().toLowerCase(Locale.ROOT).replace('_', ' ');
            case Layer.MaxPool2d pool -> "max pool " + pool.window();
            case Layer.AveragePool2d pool -> "average pool " + pool.window();
            case Layer.AdaptiveAveragePool2d pool -> "average pool to %d×%d".formatted(pool.height(), pool.width());
            case Layer.GlobalAveragePool _ -> "average pool to 1×1";
            case Layer.Flatten _ -> "flatten";
            case Layer.Scale scale -> "scale %.4g".formatted(scale.factor());
            case Layer.Dropout dropout -> "dropout %.3g".formatted(dropout.rate());
            case Layer.DropPath dropPath -> "stochastic depth %.3g".formatted(dropPath.rate());
            case Layer.Sequential _ -> "sequence";
            case Layer.Residual residual ->
                residual.activation() == Layer.Activation.IDENTITY
                        ? "residual"
                        : "residual, " + layer(residual.activation());
            case Layer.Concat _ -> "concat";
            case Layer.Gate _ -> "squeeze-and-excitation";
            case Layer.Auxiliary _ -> "auxiliary head";
            case Layer.Custom custom -> custom.layer().getClass().getSimpleName();
        };
    }

    private static String bias(boolean bias) {
        return bias ? ", bias" : "";
    }
}
