package dev.stoker.train.internal.step;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.GradientClipping;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.step.Clipping;
import java.util.List;

/** Gradient clipping in a step. */
@FunctionalInterface
interface GradientLimit {
    void apply();

    static GradientLimit of(Clipping clipping, Weights weights, ParameterGradients gradients) {
        return switch (clipping) {
            case Clipping.None() -> () -> {};
            case Clipping.Norm(double maximum) -> () -> GradientClipping.clipNorm(gradients.all(), maximum);
            case Clipping.Value(double maximum) -> () -> GradientClipping.clipValues(gradients.all(), maximum);
            case Clipping.Adaptive(double factor) -> adaptive(weights, factor);
        };
    }

    private static GradientLimit adaptive(Weights weights, double factor) {
        var names = List.copyOf(weights.parameters().keySet());
        String last = layer(names.getLast());
        List<Tensor> clipped = names.stream()
                .filter(name -> !layer(name).equals(last))
                .map(weights.parameters()::get)
                .toList();
        List<Tensor> gradients = clipped.stream().map(Tensor::gradient).toList();
        return () -> GradientClipping.clipUnits(clipped, gradients, factor);
    }

    private static String layer(String parameter) {
        return parameter.substring(0, parameter.lastIndexOf('.') + 1);
    }
}
