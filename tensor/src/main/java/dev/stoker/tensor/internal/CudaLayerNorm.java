package dev.stoker.tensor.internal;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.kernel.CudaModule;
import dev.stoker.tensor.internal.kernel.CudaModule.Grid;
import dev.stoker.tensor.internal.kernel.KernelSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * By the fused kernels of layernorm.cu. libtorch's operator computes in float32 under autocast: it reads a copy of its input in that
 * type, and what it writes is copied again to the 16 bits of the layer after it. These kernels read and write 16 bits.
 */
public final class CudaLayerNorm implements LayerNormKernel {
    private static final int WIDTH = 8; // as in layernorm.cu, like THREADS and WARP
    private static final int THREADS = 128;
    private static final int WARP = 32;
    private static final int PACKS = 3; // loads of a thread, as long as a warp is enough for it
    private static final int MOST_CHANNELS = 4 * WIDTH * WARP;
    private static final int BLOCKS_PER_MULTIPROCESSOR = 3;

    private record Variant(Device.Cuda device, DataType input, DataType output, int channels) {}

    private static final Map<Variant, CudaModule> PROGRAMS = new ConcurrentHashMap<>();

    private final Device.Cuda device;
    private final int blocks;

    public CudaLayerNorm(Device.Cuda device) {
        this.device = device;
        try (var _ = new PointerScope()) {
            blocks = BLOCKS_PER_MULTIPROCESSOR
                    * torch_cuda.getDeviceProperties((byte) device.index()).multiProcessorCount();
        }
    }

    private static CudaModule program(Variant variant) {
        return PROGRAMS.computeIfAbsent(
                variant, each -> CudaModule.load(sourceWith(each.input, each.output, each.channels), each.device));
    }

    /** Empty for channels that the kernels do not take. */
    public static Optional<KernelSource> source(DataType input, DataType output, int channels) {
        return supports(channels) ? Optional.of(sourceWith(input, output, channels)) : Optional.empty();
    }

    private static boolean supports(long channels) {
        return channels % WIDTH == 0 && channels <= MOST_CHANNELS;
    }

    static KernelSource sourceWith(DataType input, DataType output, int channels) {
        return new KernelSource(
                "layernorm.cu",
                List.of(
                        "CHANNELS=" + channels,
                        "LANES=" + lanes(channels),
                        "INPUT=" + input.name(),
                        "OUTPUT=" + output.name()));
    }

    /** Threads of a row: few, so that each has several loads in flight. */
    private static int lanes(int channels) {
        int packs = channels / WIDTH;
        int lanes = 1;
        while (lanes < WARP && lanes * PACKS < packs) {
            lanes *= 2;
        }
        return lanes;
    }

    @Override
    public boolean supports(Tensor x, Tensor weight) {
        return switch (x.type()) {
                    case BFLOAT16, FLOAT16, FLOAT32 -> true;
                    default -> false;
                }
                && weight.type() == DataType.FLOAT32
                && supports(weight.elements())
                && x.isContiguous();
    }

    @Override
    public Applied apply(Tensor x, Tensor weight, Tensor bias, double epsilon) {
        try (var _ = Gradients.off()) {
            int channels = Math.toIntExact(weight.elements());
            long rows = x.elements() / channels;
            var output = Autocast.type(device).orElse(x.type());
            var program = program(new Variant(device, x.type(), output, channels));
            long rowsPerBlock = THREADS / lanes(channels);
            var grid = new Grid((int) Math.min(Math.ceilDiv(rows, rowsPerBlock), blocks), 1, THREADS, 1);
            var y = Tensor.empty(output, device, x.sizes());
            var saved = Tensor.empty(DataType.FLOAT32, device, 2 * rows);
            program.launch(
                    "layerNormForward",
                    grid,
                    x.address(),
                    y.address(),
                    rows,
                    weight.address(),
                    bias.address(),
                    saved.address(),
                    (float) epsilon);
            return new Fused(program, grid, x.detach(), weight, bias, saved, y);
        }
    }

    private record Fused(
            CudaModule program, Grid grid, Tensor x, Tensor weight, Tensor bias, Tensor saved, Tensor output)
            implements Applied {
        @Override
        public Tensor backward(Tensor gradient, Optional<Tensor> other) {
            try (var _ = Gradients.off()) {
                long channels = weight.elements();
                var dy = gradient.isContiguous() ? gradient : contiguous(gradient);
                var dx = other.orElseGet(() -> Tensor.empty(x.type(), x.device(), x.sizes()));
                var partial = Tensor.empty(DataType.FLOAT32, x.device(), grid.blocksX() * 2L * channels);
                program.launch(
                        "layerNormBackward",
                        grid,
                        dy.address(),
                        x.address(),
                        dx.address(),
                        x.elements() / channels,
                        weight.address(),
                        saved.address(),
                        partial.address(),
                        other.isPresent() ? 1 : 0);
                program.launch(
                        "layerNormFinish",
                        new Grid(Math.toIntExact(Math.ceilDiv(2 * channels, (long) WARP)), 1, THREADS, 1),
                        partial.address(),
                        grid.blocksX(),
                        CudaModule.gradientAddress(weight),
                        CudaModule.gradientAddress(bias));
                List.of(x, output, saved, partial).forEach(Tensor::release);
                return dx;
            }
        }

        private static Tensor contiguous(Tensor tensor) {
            return Tensor.empty(tensor.type(), tensor.device(), tensor.sizes()).copyFrom(tensor);
        }
    }
}
