package dev.stoker.tensor.internal.norm;

import dev.stoker.core.DataType;
import dev.stoker.tensor.ActivationFunction;
import dev.stoker.tensor.BatchNorm;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.MaxPooling;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.ChannelsLast;
import dev.stoker.tensor.internal.kernel.CudaModule;
import dev.stoker.tensor.internal.kernel.CudaModule.Grid;
import dev.stoker.tensor.internal.kernel.KernelSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * By the fused kernels of norm.cu, for images in channels-last layout. libtorch's separate batch norm, addition and activation
 * read and write every activation about twice as often.
 */
public final class CudaBatchNorm implements BatchNormKernel {
    public static final int LOWEST_CAPABILITY = 80; // the conversions that norm.cu uses came with it
    private static final int WIDTH = 8; // as in norm.cu, like THREADS
    private static final int THREADS = 512;
    private static final int LARGEST_BLOCK = 32; // groups of WIDTH channels per block
    private static final int MOST_CHANNEL_BLOCKS = 1024;

    private record Variant(
            Device.Cuda device, DataType type, ActivationFunction activation, Optional<MaxPooling> pooling) {}

    private static final Map<Variant, CudaModule> PROGRAMS = new ConcurrentHashMap<>();

    private final Device.Cuda device;
    private final int blocks;
    private final Tensor partial;
    private final Tensor arrived;

    /** Its buffers belong to the innermost scope. */
    public CudaBatchNorm(Device.Cuda device) {
        this.device = device;
        try (var _ = new PointerScope()) {
            // One per multiprocessor: more would fit, but then the partial sums of more blocks must be added in the
            // end.
            blocks = torch_cuda.getDeviceProperties((byte) device.index()).multiProcessorCount();
        }
        long sums = 2L * WIDTH * LARGEST_BLOCK;
        partial = Tensor.zeros(DataType.FLOAT32, device, (blocks + MOST_CHANNEL_BLOCKS) * sums);
        arrived = Tensor.zeros(DataType.INT32, device, MOST_CHANNEL_BLOCKS);
    }

    CudaModule program(DataType type, ActivationFunction activation, Optional<MaxPooling> pooling) {
        return program(device, type, activation, pooling);
    }

    static CudaModule program(
            Device.Cuda device, DataType type, ActivationFunction activation, Optional<MaxPooling> pooling) {
        return PROGRAMS.computeIfAbsent(
                new Variant(device, type, activation, pooling),
                _ -> CudaModule.load(sourceWith(type, activation, pooling), device));
    }

    /** Empty where the kernels have no such activation or pooling. */
    public static Optional<KernelSource> source(
            DataType type, ActivationFunction activation, Optional<MaxPooling> pooling) {
        return activation.isFusable() && pooling.map(PoolingSizes::supports).orElse(true)
                ? Optional.of(sourceWith(type, activation, pooling))
                : Optional.empty();
    }

    private static KernelSource sourceWith(DataType type, ActivationFunction activation, Optional<MaxPooling> pooling) {
        var definitions = new ArrayList<>(List.of(type.name() + "=1", "ACTIVATION=" + activation.name()));
        pooling.ifPresent(windows -> {
            definitions.add("POOL_KERNEL=" + windows.kernel());
            definitions.add("POOL_STRIDE=" + windows.stride());
            definitions.add("POOL_PADDING=" + windows.padding());
        });
        return new KernelSource("norm.cu", definitions);
    }

    @Override
    public boolean supports(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        long[] sizes = x.sizes();
        return switch (x.type()) {
                    case BFLOAT16, FLOAT16, FLOAT32 -> true;
                    default -> false;
                }
                && norm.activation().isFusable()
                && sizes.length == 4
                && sizes[1] % WIDTH == 0
                && sizes[1] <= (long) MOST_CHANNEL_BLOCKS * WIDTH
                && x.isChannelsLast()
                && norm.weight().type() == DataType.FLOAT32
                && norm.inputBias().map(bias -> bias.type() == DataType.FLOAT32).orElse(true)
                && norm.pooling()
                        .map(pooling -> summand.isEmpty() && PoolingSizes.supports(x, pooling))
                        .orElse(true)
                && summand.map(other -> matches(other, x, norm.activation())).orElse(true);
    }

    /** With a summand, the derivative is computed from the output, which is possible for these two. */
    private static boolean matches(Tensor summand, Tensor x, ActivationFunction activation) {
        return (activation == ActivationFunction.RELU || activation == ActivationFunction.IDENTITY)
                && summand.type() == x.type()
                && summand.isChannelsLast()
                && Arrays.equals(summand.sizes(), x.sizes());
    }

    @Override
    public Applied apply(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        try (var _ = Gradients.off()) {
            long[] sizes = x.sizes();
            int channels = Math.toIntExact(sizes[1]);
            long rows = x.elements() / channels;
            var program = program(x.type(), norm.activation(), Optional.empty());
            var saved = Tensor.empty(DataType.FLOAT32, device, 2L * channels);
            program.launch(
                    "statistics",
                    grid(rows, channels),
                    x.address(),
                    rows,
                    channels,
                    saved.address(),
                    norm.runningMean().address(),
                    norm.runningVariance().address(),
                    address(norm.batches()),
                    address(norm.inputBias()),
                    (float) norm.momentum(),
                    (float) norm.epsilon(),
                    partial.address(),
                    arrived.address());
            return norm.pooling().isPresent()
                    ? CudaPooledNorm.apply(this, x, norm, saved)
                    : apply(program, x, summand, norm, saved);
        }
    }

    private Applied apply(CudaModule program, Tensor x, Optional<Tensor> summand, BatchNorm norm, Tensor saved) {
        int channels = Math.toIntExact(x.sizes()[1]);
        long rows = x.elements() / channels;
        var grid = grid(rows, channels);
        boolean masked = summand.isPresent() && norm.activation() == ActivationFunction.RELU;
        var signs = masked
                ? Optional.of(Tensor.empty(DataType.UINT8, device, x.elements() / WIDTH))
                : Optional.<Tensor>empty();
        var y = ChannelsLast.emptyLike(x);
        program.launch(
                summand.isPresent() ? "applyWithSummand" : "apply",
                grid,
                x.address(),
                address(summand),
                y.address(),
                address(signs),
                rows,
                channels,
                saved.address(),
                norm.weight().address(),
                norm.bias().address());
        return new Fused(program, grid, rows, channels, x.detach(), summand.isPresent(), norm, saved, y, signs);
    }

    /** Sums of blocks, and how many of them are done. */
    List<Long> scratch() {
        return List.of(partial.address(), arrived.address());
    }

    Device.Cuda device() {
        return device;
    }

    private static long address(Optional<Tensor> tensor) {
        return tensor.map(Tensor::address).orElse(0L);
    }

    /** For as many rows, or whatever a thread has several of. */
    Grid grid(long rows, int channels) {
        int groups = channels / WIDTH;
        int wide = Math.min(groups, LARGEST_BLOCK);
        int high = THREADS / wide;
        int across = Math.ceilDiv(groups, wide);
        long down = Math.min(Math.ceilDiv(rows, (long) high), Math.max(1, blocks / across));
        return new Grid(across, (int) down, wide, high);
    }

    private final class Fused implements Applied {
        private final CudaModule program;
        private final Grid grid;
        private final long rows;
        private final int channels;
        private final Tensor x;
        private final boolean hasSummand;
        private final BatchNorm norm;
        private final Tensor saved;
        private final Tensor y;
        /** One bit for each output, where it is needed: whether it is above 0. */
        private final Optional<Tensor> signs;

        Fused(
                CudaModule program,
                Grid grid,
                long rows,
                int channels,
                Tensor x,
                boolean hasSummand,
                BatchNorm norm,
                Tensor saved,
                Tensor y,
                Optional<Tensor> signs) {
            this.program = program;
            this.grid = grid;
            this.rows = rows;
            this.channels = channels;
            this.x = x;
            this.hasSummand = hasSummand;
            this.norm = norm;
            this.saved = saved;
            this.y = y;
            this.signs = signs;
        }

        @Override
        public Tensor output() {
            return y;
        }

        @Override
        public InputGradients backward(List<Tensor> gradients) {
            try (var _ = Gradients.off()) {
                var dy = gradients.getFirst();
                boolean two = gradients.size() > 1;
                var g = two || signs.isPresent() ? Optional.of(ChannelsLast.emptyLike(x)) : Optional.<Tensor>empty();
                var coefficients = Tensor.empty(DataType.FLOAT32, device, 2L * channels);
                program.launch(
                        "reduce" + (two ? "Two" : "") + (signs.isPresent() ? "Masked" : ""),
                        grid,
                        dy.address(),
                        two ? gradients.get(1).address() : 0L,
                        x.address(),
                        address(signs),
                        address(g),
                        rows,
                        channels,
                        saved.address(),
                        norm.weight().address(),
                        norm.bias().address(),
                        CudaModule.gradientAddress(norm.weight()),
                        CudaModule.gradientAddress(norm.bias()),
                        coefficients.address(),
                        partial.address(),
                        arrived.address());
                var dx = ChannelsLast.emptyLike(x);
                program.launch(
                        g.isPresent() ? "spread" : "spreadRaw",
                        grid,
                        g.orElse(dy).address(),
                        x.address(),
                        dx.address(),
                        rows,
                        channels,
                        saved.address(),
                        norm.weight().address(),
                        norm.bias().address(),
                        coefficients.address());
                List.of(x, y, saved, coefficients).forEach(Tensor::release);
                signs.ifPresent(Tensor::release);
                if (hasSummand) {
                    return new InputGradients(dx, Optional.of(g.orElseGet(dy::detach)));
                }
                g.ifPresent(Tensor::release);
                return new InputGradients(dx, Optional.empty());
            }
        }
    }
}
