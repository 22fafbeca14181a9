package dev.stoker.tensor.internal.winograd;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.ChannelsLast;
import dev.stoker.tensor.internal.ConvolutionKernel;
import dev.stoker.tensor.internal.TorchHandles;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch;

/**
 * Convolutions of 3×3 with stride 1 in fp32 on the CPU, by Winograd's algorithm F(4×4, 3×3): a quarter of the multiplications, where
 * oneDNN has its direct one only, which is near the peak of the cores already. Results differ from those by some 1e-5 of the
 * largest.
 */
public final class WinogradConvolution implements ConvolutionKernel {
    private static final int FEWEST_CHANNELS = 64;
    private static final long[] IMAGES_AND_PIXELS = {0, 2, 3};

    /** A filter is transformed for each batch: for fewer tiles that takes what it saves. */
    private static final int FEWEST_TILES = 64;

    /** Of 7×7 pixels two tiles by two have three quarters. */
    private static final double LEAST_FILLED = 0.75;

    private static final int MOST_THREADS = 8;

    /** The part of the heap that filters at their points may take. */
    private static final int LARGEST_PART = 8;

    /** Of one training, whose passes follow each other. */
    private final Scratch scratch = new Scratch();

    /** Whether there is what it needs on this machine. */
    public static boolean isAvailable() {
        return MatrixProducts.areAvailable();
    }

    @Override
    public boolean supports(Tensor x, Tensor weight, long[] strides, long[] paddings) {
        long[] sizes = x.sizes();
        long[] kernel = weight.sizes();
        return x.device() instanceof Device.Cpu
                && x.type() == DataType.FLOAT32
                && weight.type() == DataType.FLOAT32
                && Autocast.type(x.device()).isEmpty()
                && sizes.length == 4
                && kernel[1] == sizes[1]
                && kernel[2] == Points.FILTER
                && kernel[3] == Points.FILTER
                && areAll(1, strides)
                && areAll(TileGrid.PADDING, paddings)
                && x.isChannelsLast()
                && weight.isChannelsLast()
                && gains(sizes, Math.toIntExact(kernel[0]))
                && fits(kernel[0] * kernel[1], torch.get_num_threads());
    }

    /** Whether there is memory for a filter, and for the gradient of it that each thread has. */
    private static boolean fits(long weights, int threads) {
        long bytes = weights * TileGrid.POINTS * Float.BYTES * (threads + 1);
        return threads <= MOST_THREADS && bytes <= Runtime.getRuntime().maxMemory() / LARGEST_PART;
    }

    private static boolean areAll(int value, long[] values) {
        return values[0] == value && values[1] == value;
    }

    /** Where oneDNN's own convolution took longer, forward and backward, on two cores with AVX-512 and as ones of AVX2. */
    public static boolean gains(long[] sizes, int outputs) {
        var grid = TileGrid.of(sizes);
        return Math.min(sizes[1], outputs) >= FEWEST_CHANNELS
                && grid.count() >= FEWEST_TILES
                && grid.filled() >= LEAST_FILLED;
    }

    @Override
    public Tensor output(Tensor x, Tensor weight, Optional<Tensor> bias, long[] strides, long[] paddings) {
        try (var _ = Gradients.off()) {
            return output(x, weight, bias);
        }
    }

    private Tensor output(Tensor x, Tensor weight, Optional<Tensor> bias) {
        long[] sizes = x.sizes();
        var pass = pass(x, weight);
        var y = ChannelsLast.empty(DataType.FLOAT32, Device.CPU, sizes[0], weight.sizes()[0], sizes[2], sizes[3]);
        var filters = filters(weight);
        var grid = TileGrid.of(sizes);
        pass.forward(
                FeatureMap.of(x, grid),
                Filters.of(filters),
                bias.map(WinogradConvolution::values),
                FeatureMap.of(y, grid));
        filters.release();
        return y;
    }

    private static float[] values(Tensor bias) {
        return FeatureMap.floats(bias).toArray(ValueLayout.JAVA_FLOAT);
    }

    private WinogradPass pass(Tensor x, Tensor weight) {
        int outputs = Math.toIntExact(weight.sizes()[0]);
        int inputs = Math.toIntExact(weight.sizes()[1]);
        return new WinogradPass(TileGrid.of(x.sizes()), inputs, outputs, torch.get_num_threads(), scratch);
    }

    /** As the forward pass wants them. */
    private static Tensor filters(Tensor weight) {
        long[] sizes = weight.sizes();
        if (!WinogradPass.transposes((int) sizes[1], (int) sizes[0])) {
            return weight.detach();
        }
        var transposed = weight.permute(1, 0, 2, 3);
        var filters = transposed.channelsLast();
        transposed.release();
        return filters;
    }

    @Override
    public Applied apply(Tensor x, Tensor weight, Optional<Tensor> bias, long[] strides, long[] paddings) {
        try (var _ = Gradients.off()) {
            return new Convolved(x.detach(), weight, bias, output(x, weight, bias));
        }
    }

    private final class Convolved implements Applied {
        private final Tensor x;
        private final Tensor weight;
        private final Optional<Tensor> bias;
        private final Tensor output;

        Convolved(Tensor x, Tensor weight, Optional<Tensor> bias, Tensor output) {
            this.x = x;
            this.weight = weight;
            this.bias = bias;
            this.output = output;
        }

        @Override
        public Tensor output() {
            return output;
        }

        @Override
        public Optional<Tensor> backward(Tensor gradient, boolean ofInput) {
            try (var _ = Gradients.off()) {
                var dy = gradient.channelsLast();
                var dw = weight.requiresGradient() ? Optional.of(summand(weight)) : Optional.<Tensor>empty();
                var dx = ofInput ? Optional.of(ChannelsLast.emptyLike(x)) : Optional.<Tensor>empty();
                var grid = TileGrid.of(x.sizes());
                pass(x, weight)
                        .backward(
                                FeatureMap.of(x, grid),
                                FeatureMap.of(dy, grid),
                                Filters.of(weight),
                                dw.map(Filters::of),
                                dx.map(each -> FeatureMap.of(each, grid)));
                dw.ifPresent(each -> add(weight, each));
                bias.filter(Tensor::requiresGradient).ifPresent(each -> addBiasGradient(each, dy));
                dy.release();
                x.release();
                output.release();
                return dx;
            }
        }
    }

    /** What a gradient is added to: that of the weight where it has the same layout, and zeros elsewhere. */
    private static Tensor summand(Tensor weight) {
        var gradient = gradient(weight);
        if (gradient.isChannelsLast()) {
            return gradient;
        }
        gradient.release();
        return weight.zerosLike();
    }

    /** From zeros on where there is none yet. */
    private static Tensor gradient(Tensor parameter) {
        boolean present;
        try (var _ = new PointerScope()) {
            present = TorchHandles.of(parameter).grad().defined();
        }
        if (!present) {
            parameter.createGradient();
        }
        return parameter.gradient();
    }

    private static void addBiasGradient(Tensor bias, Tensor dy) {
        var gradient = gradient(bias);
        try (var _ = new PointerScope()) {
            var sums = TorchHandles.of(dy).sum(IMAGES_AND_PIXELS);
            TorchHandles.of(gradient).add_(sums);
        }
        gradient.release();
    }

    private static void add(Tensor weight, Tensor summand) {
        var gradient = weight.gradient();
        if (gradient.address() != summand.address()) {
            gradient.addInPlace(summand);
        }
        gradient.release();
        summand.release();
    }
}
