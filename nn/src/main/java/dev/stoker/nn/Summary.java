package dev.stoker.nn;

/** What a model costs. */
public record Summary(long parameters, long multiplyAdds) {

    /** Counts the weights that are trained, and the multiplications of one picture's forward pass. */
    public static Summary of(Model model) {
        long parameters = WeightSpec.of(model).stream()
                .filter(WeightSpec::trained)
                .mapToLong(WeightSpec::elements)
                .sum();
        var counter = new long[1];
        Shapes.walk(model.root(), model.input(), model.name(), (_, layer, _, out) -> counter[0] += cost(layer, out));
        return new Summary(parameters, counter[0]);
    }

    private static long cost(Layer layer, Shapes.Flow out) {
        return switch (layer) {
            case Layer.Conv2d conv
            when out instanceof Shapes.Flow.Picture(int channels, int height, int width) ->
                (long) channels * height * width * conv.in() / conv.groups() * conv.kernel() * conv.kernel();
            case Layer.Linear linear -> (long) linear.in() * linear.out();
            case Layer.Conv2d _,
                    Layer.BatchNorm2d _,
                    Layer.Relu _,
                    Layer.MaxPool2d _,
                    Layer.GlobalAveragePool _,
                    Layer.Flatten _,
                    Layer.Sequential _,
                    Layer.Residual _ -> 0;
        };
    }
}
