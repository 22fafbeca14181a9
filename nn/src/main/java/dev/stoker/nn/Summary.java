package dev.stoker.nn;

/**
 * What a model costs.
 *
 * @param parameters the weights that are trained
 * @param multiplyAdds multiplications of one picture's forward pass, without auxiliary heads
 * @param weightBytes parameters and buffers as they are stored
 * @param activations numbers that a training step holds for one picture, since all of them live until it ends
 */
public record Summary(long parameters, long multiplyAdds, long weightBytes, long activations) {

    public static Summary of(Model model) {
        var specs = WeightSpec.of(model);
        var counts = new long[2];
        Shapes.walk(model, false, (_, layer, in, out) -> counts[0] += cost(layer, in, out));
        Shapes.walk(model, true, (_, layer, _, out) -> counts[1] += held(layer, out));
        return new Summary(
                specs.stream()
                        .filter(WeightSpec::trained)
                        .mapToLong(WeightSpec::elements)
                        .sum(),
                counts[0],
                specs.stream().mapToLong(WeightSpec::bytes).sum(),
                counts[1]);
    }

    private static long cost(Layer layer, Flow in, Flow out) {
        return switch (layer) {
            case Layer.Conv2d conv ->
                out.elements() * conv.in() / conv.groups() * conv.window().area();
            case Layer.Linear linear -> (long) linear.in() * linear.out();
            case Layer.Custom custom -> custom.layer().multiplyAdds(in);
            case Layer.MixedConv2d _, // its parts are seen one by one
                    Layer.BatchNorm2d _,
                    Layer.Activation _,
                    Layer.MaxPool2d _,
                    Layer.AveragePool2d _,
                    Layer.AdaptiveAveragePool2d _,
                    Layer.GlobalAveragePool _,
                    Layer.Flatten _,
                    Layer.Scale _,
                    Layer.Dropout _,
                    Layer.DropPath _,
                    Layer.Sequential _,
                    Layer.Residual _,
                    Layer.Concat _,
                    Layer.Gate _,
                    Layer.Auxiliary _ -> 0;
        };
    }

    private static long held(Layer layer, Flow out) {
        return switch (layer) {
            case Layer.Sequential _, Layer.Flatten _, Layer.Auxiliary _ -> 0; // nothing of their own
            case Layer.Activation activation -> activation == Layer.Activation.IDENTITY ? 0 : out.elements();
            case Layer.Residual residual -> out.elements() + held(residual.activation(), out);
            case Layer.Dropout _ -> 2 * out.elements(); // and the mask
            case Layer.Conv2d _,
                    Layer.MixedConv2d _,
                    Layer.BatchNorm2d _,
                    Layer.Linear _,
                    Layer.MaxPool2d _,
                    Layer.AveragePool2d _,
                    Layer.AdaptiveAveragePool2d _,
                    Layer.GlobalAveragePool _,
                    Layer.Scale _,
                    Layer.DropPath _,
                    Layer.Concat _,
                    Layer.Gate _,
                    Layer.Custom _ -> out.elements();
        };
    }
}
