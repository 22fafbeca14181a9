package dev.stoker.tensor;

import org.bytedeco.pytorch.Scalar;

/** Gradient clipping by the norm of all gradients together; it does not wait for the device. */
public final class GradientClipping {
    private GradientClipping() {}

    /** Scales gradients down so that their total Euclidean norm is at most {@code maximumNorm}. */
    public static void clip(Tensors gradients, double maximumNorm) {
        try (var _ = TensorScope.open("clip")) {
            var norm = gradients.norms().handle().norm();
            var factor = norm.add(new Scalar(1e-6))
                    .reciprocal()
                    .mul(new Scalar(maximumNorm))
                    .clamp_max(new Scalar(1));
            gradients.timesInPlace(Tensor.of(factor));
        }
    }
}
