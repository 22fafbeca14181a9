package dev.stoker.tensor;

import java.util.Optional;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** The operators of neural networks; results belong to the innermost scope. */
public final class NeuralOps {
    private static final long MEAN_REDUCTION = 1;
    private static final long NO_IGNORED_CLASS = -100;

    private NeuralOps() {}

    public static Tensor conv2d(
            Tensor input, Tensor weight, Optional<Tensor> bias, long stride, long padding, long groups) {
        return Tensor.of(torch.conv2d(
                input.handle(),
                weight.handle(),
                optional(bias),
                new long[] {stride, stride},
                new long[] {padding, padding},
                new long[] {1, 1},
                groups));
    }

    /** Statistics of the batch while training, the running ones (updated by {@code momentum}) otherwise. */
    public static Tensor batchNorm(
            Tensor input,
            Tensor weight,
            Tensor bias,
            Tensor runningMean,
            Tensor runningVariance,
            boolean training,
            double momentum,
            double epsilon) {
        return Tensor.of(torch.batch_norm(
                input.handle(),
                new TensorOptional(weight.handle()),
                new TensorOptional(bias.handle()),
                new TensorOptional(runningMean.handle()),
                new TensorOptional(runningVariance.handle()),
                training,
                momentum,
                epsilon,
                true));
    }

    public static Tensor maxPool2d(Tensor input, long window, long stride, long padding) {
        return Tensor.of(torch.max_pool2d(
                input.handle(),
                new long[] {window, window},
                new long[] {stride, stride},
                new long[] {padding, padding},
                new long[] {1, 1},
                false));
    }

    public static Tensor globalAveragePool(Tensor input) {
        return Tensor.of(torch.adaptive_avg_pool2d(input.handle(), 1, 1));
    }

    public static Tensor linear(Tensor input, Tensor weight, Tensor bias) {
        return Tensor.of(torch.linear(input.handle(), weight.handle(), new TensorOptional(bias.handle())));
    }

    /** The mean over the batch. */
    public static Tensor crossEntropy(Tensor logits, Tensor labels, double labelSmoothing) {
        return Tensor.of(torch.cross_entropy_loss(
                logits.handle(),
                labels.handle(),
                new TensorOptional(),
                MEAN_REDUCTION,
                NO_IGNORED_CLASS,
                labelSmoothing));
    }

    private static TensorOptional optional(Optional<Tensor> tensor) {
        return tensor.map(present -> new TensorOptional(present.handle())).orElseGet(TensorOptional::new);
    }
}
