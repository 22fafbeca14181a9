package dev.stoker.tensor;

import java.util.List;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.Scalar;

/** Gradient clipping; it does not wait for the device. */
public final class GradientClipping {
    /** Weights that are zero at first may still grow. */
    private static final double SMALLEST_WEIGHT_NORM = 1e-3;

    private static final double SMALLEST_NORM = 1e-6;

    private GradientClipping() {}

    /** Scales gradients down so that their total Euclidean norm is at most {@code maximumNorm}. */
    public static void clipNorm(Tensors gradients, double maximumNorm) {
        try (var _ = TensorScope.open("clip")) {
            var norm = gradients.norms().handle().norm();
            var factor = norm.add(new Scalar(SMALLEST_NORM))
                    .reciprocal()
                    .mul(new Scalar(maximumNorm))
                    .clamp_max(new Scalar(1));
            gradients.timesInPlace(Tensor.of(factor));
        }
    }

    /** Limits the magnitude of each element. */
    public static void clipValues(Tensors gradients, double maximum) {
        gradients.clampInPlace(-maximum, maximum);
    }

    /**
     * Scales the gradient of each unit down so that its norm is at most {@code factor} times that of the unit. Units are the parts of a
     * tensor along its first dimension, or all of a vector.
     */
    public static void clipUnits(List<Tensor> parameters, List<Tensor> gradients, double factor) {
        try (var _ = TensorScope.open("clip")) {
            var factors = LongStream.range(0, parameters.size())
                    .mapToObj(i -> unitFactors(parameters.get((int) i), gradients.get((int) i), factor))
                    .toList();
            Tensors.of(gradients).timesInPlace(Tensors.of(factors));
        }
    }

    private static Tensor unitFactors(Tensor parameter, Tensor gradient, double factor) {
        int rank = parameter.sizes().length;
        long[] dimensions = LongStream.range(rank < 2 ? 0 : 1, rank).toArray();
        var largest = parameter
                .detach()
                .norms(dimensions)
                .handle()
                .clamp_min(new Scalar(SMALLEST_WEIGHT_NORM))
                .mul(new Scalar(factor));
        var norms = gradient.norms(dimensions).handle().clamp_min(new Scalar(SMALLEST_NORM));
        return Tensor.of(largest.div(norms).clamp_max(new Scalar(1)));
    }
}
