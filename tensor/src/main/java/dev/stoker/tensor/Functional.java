package dev.stoker.tensor;

import dev.stoker.core.DataType;
import dev.stoker.tensor.internal.CpuFloat32;
import dev.stoker.tensor.internal.CpuLinear;
import dev.stoker.tensor.internal.DepthwiseKernels;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** The operators of neural networks; results belong to the innermost scope. */
public final class Functional {
    private static final long NO_REDUCTION = 0;
    private static final long MEAN_REDUCTION = 1;
    private static final long SUM_REDUCTION = 2;
    private static final long NO_IGNORED_CLASS = -100;

    private Functional() {}

    /** A convolution; stride and padding are those of height and width. */
    public static Tensor conv2d(
            Tensor input, Tensor weight, Optional<Tensor> bias, long[] stride, long[] padding, long groups) {
        if (CpuFloat32.suitsConvolution(input, weight, groups)) {
            return CpuFloat32.of(
                    input, x -> conv2d(x, weight.toFloat(), bias.map(Tensor::toFloat), stride, padding, groups));
        }
        return Tensor.of(torch.conv2d(
                input.handle(), weight.handle(), optional(bias), stride, padding, new long[] {1, 1}, groups));
    }

    /** A convolution of each channel by itself; by kernels of our own where a GPU has them and nothing is recorded for backward. */
    public static Tensor depthwiseConv2d(
            Tensor input, Tensor weight, Optional<Tensor> bias, long[] stride, long[] padding) {
        return DepthwiseKernels.forInference(input, weight, stride, padding)
                .map(kernel -> kernel.output(input, weight, bias, stride, padding))
                .orElseGet(() -> conv2d(input, weight, bias, stride, padding, weight.sizes()[0]));
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

    /** Normalized over the last dimension, with a factor and a summand for each of its elements. */
    public static Tensor layerNorm(Tensor input, Tensor weight, Tensor bias, double epsilon) {
        return Tensor.of(torch.layer_norm(
                input.handle(),
                weight.sizes(),
                new TensorOptional(weight.handle()),
                new TensorOptional(bias.handle()),
                epsilon,
                true));
    }

    /** Of each image, normalized over the pixels and channels of each group, with a factor and a summand for each channel. */
    public static Tensor groupNorm(Tensor input, long groups, Tensor weight, Tensor bias, double epsilon) {
        return Tensor.of(torch.group_norm(
                input.handle(),
                groups,
                new TensorOptional(weight.handle()),
                new TensorOptional(bias.handle()),
                epsilon,
                true));
    }

    /**
     * Scaled dot-product attention of all tokens to all (batch × tokens × 3·features: queries, keys and values), as batch × tokens ×
     * features.
     */
    public static Tensor selfAttention(Tensor input, long heads) {
        if (CpuFloat32.suitsAttention(input)) {
            return CpuFloat32.of(input, x -> selfAttention(x, heads));
        }
        long[] sizes = input.sizes();
        long features = sizes[2] / 3;
        var scope = TensorScope.innermost();
        try (var _ = new PointerScope()) {
            // Of three views by one operator the gradients are concatenated once, and in the order in which the layer
            // before wants them.
            var parts = input.handle().chunk(3, 2);
            var mixed = torch.scaled_dot_product_attention(
                    heads(parts.get(0), heads), heads(parts.get(1), heads), heads(parts.get(2), heads));
            var tokens = mixed.permute(0, 2, 1, 3).reshape(sizes[0], sizes[1], features);
            return scope.keep(new Tensor(tokens, scope));
        }
    }

    /** As batch × heads × tokens × features of a head. */
    private static org.bytedeco.pytorch.Tensor heads(org.bytedeco.pytorch.Tensor tokens, long heads) {
        return tokens.reshape(tokens.size(0), tokens.size(1), heads, tokens.size(2) / heads)
                .permute(0, 2, 1, 3);
    }

    /** The same token (1 × 1 × features) before those of each image. */
    public static Tensor withFirstToken(Tensor token, Tensor tokens) {
        long[] sizes = tokens.sizes();
        var repeated = Tensor.of(token.handle().expand(sizes[0], 1, sizes[2]));
        var all = concatenate(List.of(repeated, tokens), 1);
        repeated.release();
        return all;
    }

    /** {@code summand + one · other}, in one kernel. */
    public static Tensor plusProduct(Tensor summand, Tensor one, Tensor other) {
        return Tensor.of(torch.addcmul(summand.handle(), one.handle(), other.handle()));
    }

    /**
     * Each element over {@code (k + alpha · m)^beta}, where m is the mean of the squares of {@code size} neighboring channels. The mean is
     * that of windows over an image of one channel whose rows are the channels, as pooling of images runs in every type.
     */
    public static Tensor localResponseNorm(Tensor input, long size, double alpha, double beta, double k) {
        long[] sizes = input.sizes();
        var squares = input.times(input);
        var rows = squares.reshape(sizes[0], 1, sizes[1], sizes[2] * sizes[3]);
        var means = averagePool2d(rows, new long[] {size, 1}, new long[] {1, 1}, new long[] {size / 2, 0});
        var scaled = means.times(alpha);
        var shifted = scaled.plus(k);
        var powers = Tensor.of(shifted.handle().pow(new Scalar(beta)));
        var divisors = powers.reshape(sizes);
        var normalized = input.dividedBy(divisors);
        List.of(squares, rows, means, scaled, shifted, powers, divisors).forEach(Tensor::release);
        return normalized;
    }

    /** The largest of each window; with {@code ceil} the last window may reach beyond the image. */
    public static Tensor maxPool2d(Tensor input, long[] window, long[] stride, long[] padding, boolean ceil) {
        return Tensor.of(torch.max_pool2d(input.handle(), window, stride, padding, new long[] {1, 1}, ceil));
    }

    /** The mean of each window; padding counts as zeros. */
    public static Tensor averagePool2d(Tensor input, long[] window, long[] stride, long[] padding) {
        return Tensor.of(torch.avg_pool2d(input.handle(), window, stride, padding, false, true, new LongOptional()));
    }

    /** Adaptive average pooling: the means over windows that are chosen so that the output has this size. */
    public static Tensor adaptiveAveragePool2d(Tensor input, long height, long width) {
        return Tensor.of(torch.adaptive_avg_pool2d(input.handle(), height, width));
    }

    public static Tensor linear(Tensor input, Tensor weight, Optional<Tensor> bias) {
        return CpuLinear.suits(input, weight)
                ? CpuLinear.of(input, weight, bias)
                : Tensor.of(torch.linear(input.handle(), weight.handle(), optional(bias)));
    }

    /** The rows of {@code weight} at these indices (int64). */
    public static Tensor embedding(Tensor weight, Tensor codes) {
        return Tensor.of(torch.embedding(weight.handle(), codes.handle()));
    }

    /** A one-hot row for each code; codes are not compared with the count, since that would wait for the device. */
    public static Tensor oneHot(Tensor codes, long count) {
        var rows = Tensor.zeros(DataType.FLOAT32, codes.device(), codes.elements(), count);
        try (var _ = new PointerScope()) {
            rows.handle().scatter_(1, codes.handle().unsqueeze(1), new Scalar(1.0));
        }
        return rows;
    }

    /** With zeros before and after the last dimension, then before and after the one before it, and so on. */
    public static Tensor zeroPad(Tensor tensor, long... counts) {
        return Tensor.of(torch.constant_pad_nd(tensor.handle(), counts, new Scalar(0.0)));
    }

    /** Images padded at each edge by their reflection about the edge pixel. */
    public static Tensor reflectionPad2d(Tensor images, long pixels) {
        return Tensor.of(torch.reflection_pad2d(images.handle(), pixels, pixels, pixels, pixels));
    }

    /** The Gauss error function of each element. */
    public static Tensor errorFunction(Tensor input) {
        return Tensor.of(input.handle().erf());
    }

    /** Joined along a dimension. */
    public static Tensor concatenate(List<Tensor> tensors, long dimension) {
        return Tensor.of(torch.cat(TorchInterop.vector(tensors), dimension));
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

    /**
     * The sum over the batch, in which each class counts by its weight; label smoothing spreads a part of the target over all
     * classes, each with its own weight.
     */
    public static Tensor crossEntropySum(
            Tensor logits, Tensor labels, Optional<Tensor> classWeights, double labelSmoothing) {
        return Tensor.of(torch.cross_entropy_loss(
                logits.handle(),
                labels.handle(),
                optional(classWeights),
                SUM_REDUCTION,
                NO_IGNORED_CLASS,
                labelSmoothing));
    }

    /** The binary cross entropy of each logit and its target, a probability. */
    public static Tensor binaryCrossEntropy(Tensor logits, Tensor targets) {
        return Tensor.of(torch.binary_cross_entropy_with_logits(
                logits.handle(), targets.handle(), new TensorOptional(), new TensorOptional(), NO_REDUCTION));
    }

    /** The mean of the squares of all differences. */
    public static Tensor meanSquaredError(Tensor predictions, Tensor targets) {
        return Tensor.of(torch.mse_loss(predictions.handle(), targets.handle(), MEAN_REDUCTION));
    }

    /** The absolute value of each difference. */
    public static Tensor absoluteErrors(Tensor predictions, Tensor targets) {
        return Tensor.of(torch.l1_loss(predictions.handle(), targets.handle(), NO_REDUCTION));
    }

    /** The mean of all absolute differences. */
    public static Tensor meanAbsoluteError(Tensor predictions, Tensor targets) {
        return Tensor.of(torch.l1_loss(predictions.handle(), targets.handle(), MEAN_REDUCTION));
    }

    /** The mean of half the squares of differences up to delta, and of delta * (difference - delta / 2) of larger ones. */
    public static Tensor huberLoss(Tensor predictions, Tensor targets, double delta) {
        return Tensor.of(torch.huber_loss(predictions.handle(), targets.handle(), MEAN_REDUCTION, delta));
    }

    /** The softmax over the last dimension. */
    public static Tensor softmax(Tensor input) {
        return Tensor.of(input.handle().softmax(-1));
    }

    /** The logarithms of the softmax of each row. */
    public static Tensor logSoftmax(Tensor logits) {
        return Tensor.of(logits.handle().log_softmax(1));
    }

    /** 1 / (1 + e^-x) of each element. */
    public static Tensor sigmoid(Tensor logits) {
        return Tensor.of(logits.handle().sigmoid());
    }

    private static TensorOptional optional(Optional<Tensor> tensor) {
        return tensor.map(present -> new TensorOptional(present.handle())).orElseGet(TensorOptional::new);
    }
}
