package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.CustomLayer;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.tensor.FakeQuantization;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A linear layer of values and weights that are rounded to 8 bits, with a range that follows the values. */
record RoundedLayer(int in, int out) implements CustomLayer {
    static Model model(Shape shape, int classes) {
        return new Model(
                "rounded",
                shape,
                classes,
                Layer.Sequential.of(
                        Layer.Conv2d.same(shape.channels(), 8, 3, 1).withBias(),
                        Layer.Activation.RELU,
                        new Layer.GlobalAveragePool(),
                        new Layer.Flatten(),
                        new Layer.Custom(new RoundedLayer(8, classes))));
    }

    @Override
    public List<WeightSpec> weights() {
        return List.of(
                WeightSpec.parameter("weight", Initializer.Uniform.fan(in), out, in),
                WeightSpec.buffer("range_low", DataType.FLOAT32, 0, 1),
                WeightSpec.buffer("range_high", DataType.FLOAT32, 1, 1));
    }

    @Override
    public ActivationShape output(ActivationShape input) {
        return new ActivationShape.Features(out);
    }

    @Override
    public Tensor forward(Function<String, Tensor> weights, Tensor x, boolean training) {
        var low = weights.apply("range_low");
        var high = weights.apply("range_high");
        if (training) {
            try (var _ = Gradients.off()) {
                FakeQuantization.follow(x, low, high, 0.1);
            }
        }
        return Functional.linear(
                FakeQuantization.ofValues(x, low, high),
                FakeQuantization.ofWeights(weights.apply("weight")),
                Optional.empty());
    }
}
