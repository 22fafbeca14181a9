package dev.stoker.tensor.internal;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.FusedKernel;
import dev.stoker.tensor.internal.DepthwiseVariant.Launch;
import dev.stoker.tensor.internal.kernel.CudaModule;
import dev.stoker.tensor.internal.kernel.CudaModule.Grid;
import dev.stoker.tensor.internal.kernel.KernelSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * By the kernels of depthwise.cu, for images in channels-last layout. cuDNN compiles an engine for every shape at the start of
 * each process; these depend on the kernel and stride, hardly on the size of the image, and are kept on disk.
 */
public final class CudaDepthwise implements DepthwiseKernel {
    private static final int WIDTH = 8; // channels must be a multiple of it, so that copies are aligned
    private static final int ALIGNMENT = 16; // bytes
    private static final int LARGEST_KERNEL = 11;
    private static final int LARGEST_STRIDE = 2;
    private static final int MOST_WORKERS = 65_535; // of the second dimension of a grid
    private static final int FINISHING_THREADS = 128; // as in depthwise.cu, like WARP
    private static final int WARP = 32;

    private record Program(Device.Cuda device, DepthwiseVariant variant) {}

    private static final Map<Program, CudaModule> PROGRAMS = new ConcurrentHashMap<>();

    private final Device.Cuda device;
    private final int multiprocessors;

    public CudaDepthwise(Device.Cuda device) {
        this.device = device;
        try (var _ = new PointerScope()) {
            multiprocessors =
                    torch_cuda.getDeviceProperties((byte) device.index()).multiProcessorCount();
        }
    }

    /** Empty for a convolution that the kernels do not take. */
    public static Optional<KernelSource> source(DataType type, FusedKernel.Depthwise of) {
        return supports(of.channels(), of.kernelHeight(), of.kernelWidth(), of.stride())
                ? Optional.of(DepthwiseVariant.of(
                                type,
                                of.kernelHeight(),
                                of.kernelWidth(),
                                of.stride(),
                                of.columnPadding(),
                                of.channels(),
                                of.outputWidth(),
                                of.bias())
                        .source())
                : Optional.empty();
    }

    private static boolean supports(long channels, long kernelHeight, long kernelWidth, long stride) {
        return channels % WIDTH == 0
                && Math.max(kernelHeight, kernelWidth) <= LARGEST_KERNEL
                && stride <= LARGEST_STRIDE;
    }

    @Override
    public boolean supports(Tensor x, Tensor weight, long[] strides, long[] paddings) {
        long[] sizes = x.sizes();
        long[] kernel = weight.sizes();
        return isOfKnownType(x)
                && sizes.length == 4
                && supports(sizes[1], kernel[2], kernel[3], strides[0])
                && kernel[0] == sizes[1]
                && kernel[1] == 1
                && strides[0] == strides[1]
                && weight.type() == DataType.FLOAT32
                && weight.isContiguous()
                && sizes[0] > 0
                && outputSize(sizes[2], kernel[2], strides[0], paddings[0]) > 0
                && outputSize(sizes[3], kernel[3], strides[1], paddings[1]) > 0
                && pixelStride(x) > 0
                && isSmall(sizes, pixelStride(x), paddings);
    }

    /** Under autocast, libtorch's operator would convert an input of another type. */
    private boolean isOfKnownType(Tensor x) {
        return switch (x.type()) {
                    case BFLOAT16, FLOAT16, FLOAT32 -> true;
                    default -> false;
                }
                && x.device().equals(device)
                && Autocast.type(device).orElse(x.type()) == x.type();
    }

    /** Within an image the kernels count elements in 32 bits. */
    private static boolean isSmall(long[] sizes, long pixel, long[] paddings) {
        return (sizes[2] + 2 * paddings[0]) * (sizes[3] + 2 * paddings[1]) * pixel <= Integer.MAX_VALUE
                && sizes[0] * sizes[3] <= Integer.MAX_VALUE; // the count of tiles is below it
    }

    /** Elements from a pixel to the next: more than the channels of x where it is a part of them. 0 if it is not of rows of pixels. */
    private static long pixelStride(Tensor x) {
        long[] sizes = x.sizes();
        if (x.address() % ALIGNMENT != 0) {
            return 0;
        }
        if (x.isChannelsLast()) {
            return sizes[1];
        }
        try (var _ = new PointerScope()) {
            var handle = TorchHandles.of(x);
            long pixel = handle.stride(3);
            boolean regular = handle.stride(1) == 1
                    && pixel >= sizes[1]
                    && pixel % WIDTH == 0
                    && handle.stride(2) == sizes[3] * pixel
                    && handle.stride(0) == sizes[2] * sizes[3] * pixel;
            return regular ? pixel : 0;
        }
    }

    private static int outputSize(long size, long kernel, long stride, long padding) {
        return Math.toIntExact(Math.floorDiv(size + 2 * padding - kernel, stride) + 1);
    }

    /** A convolution as the kernels see it. */
    private record Problem(
            DepthwiseVariant variant,
            int images,
            int channels,
            int height,
            int width,
            int pixel,
            int outputHeight,
            int outputWidth,
            int rowPadding,
            int columnPadding) {
        static Problem of(Tensor x, Tensor weight, boolean bias, long[] strides, long[] paddings) {
            long[] sizes = x.sizes();
            long[] kernel = weight.sizes();
            int channels = Math.toIntExact(sizes[1]);
            int outputWidth = outputSize(sizes[3], kernel[3], strides[1], paddings[1]);
            var variant = DepthwiseVariant.of(
                    x.type(),
                    (int) kernel[2],
                    (int) kernel[3],
                    (int) strides[0],
                    (int) paddings[1],
                    channels,
                    outputWidth,
                    bias);
            return new Problem(
                    variant,
                    Math.toIntExact(sizes[0]),
                    channels,
                    Math.toIntExact(sizes[2]),
                    Math.toIntExact(sizes[3]),
                    Math.toIntExact(pixelStride(x)),
                    outputSize(sizes[2], kernel[2], strides[0], paddings[0]),
                    outputWidth,
                    (int) paddings[0],
                    (int) paddings[1]);
        }

        /** In channels-last layout. */
        Tensor empty(Device device, long rows, long columns) {
            return ChannelsLast.empty(variant.type(), device, images, channels, rows, columns);
        }
    }

    private CudaModule program(DepthwiseVariant variant) {
        return PROGRAMS.computeIfAbsent(
                new Program(device, variant), each -> CudaModule.load(each.variant.source(), each.device));
    }

    /** As many blocks as the device has room for at once: each takes one tile after another. */
    private Grid grid(CudaModule program, String kernel, Problem problem, Launch launch) {
        int slices = Math.ceilDiv(problem.channels, problem.variant.slice());
        int resident = multiprocessors * program.residentBlocks(kernel, launch.threads(), launch.shared());
        int workers = Math.clamp(resident / slices, 1, MOST_WORKERS);
        return new Grid(slices, Math.min(workers, problem.images * launch.tiles()), launch.threads(), 1);
    }

    @Override
    public Tensor output(Tensor x, Tensor weight, Optional<Tensor> bias, long[] strides, long[] paddings) {
        try (var _ = Gradients.off()) {
            return output(Problem.of(x, weight, bias.isPresent(), strides, paddings), x, weight, bias);
        }
    }

    private Tensor output(Problem problem, Tensor x, Tensor weight, Optional<Tensor> bias) {
        var program = program(problem.variant);
        var launch = problem.variant.forward(problem.outputWidth);
        var y = problem.empty(device, problem.outputHeight, problem.outputWidth);
        program.launchWithSharedMemory(
                "depthwiseForward",
                grid(program, "depthwiseForward", problem, launch),
                launch.shared(),
                x.address(),
                weight.address(),
                bias.map(Tensor::address).orElse(0L),
                y.address(),
                problem.images,
                problem.channels,
                problem.height,
                problem.width,
                problem.pixel,
                problem.outputHeight,
                problem.outputWidth,
                problem.rowPadding,
                problem.columnPadding,
                launch.tiles(),
                launch.strips(),
                launch.pitch());
        return y;
    }

    @Override
    public Applied apply(Tensor x, Tensor weight, Optional<Tensor> bias, long[] strides, long[] paddings) {
        try (var _ = Gradients.off()) {
            var problem = Problem.of(x, weight, bias.isPresent(), strides, paddings);
            return new Convolved(problem, x.detach(), weight, bias, output(problem, x, weight, bias));
        }
    }

    private Tensor inputGradient(Problem problem, Tensor dy, Tensor weight) {
        var program = program(problem.variant);
        var launch = problem.variant.inputGradient(problem.width);
        var dx = problem.empty(device, problem.height, problem.width);
        program.launchWithSharedMemory(
                "depthwiseInputGradient",
                grid(program, "depthwiseInputGradient", problem, launch),
                launch.shared(),
                dy.address(),
                weight.address(),
                dx.address(),
                problem.images,
                problem.channels,
                problem.height,
                problem.width,
                problem.outputHeight,
                problem.outputWidth,
                problem.rowPadding,
                problem.columnPadding,
                launch.tiles(),
                launch.strips(),
                launch.pitch());
        return dx;
    }

    private void addWeightGradient(Problem problem, Tensor dy, Tensor x, Tensor weight, Optional<Tensor> bias) {
        var program = program(problem.variant);
        var launch = problem.variant.weightGradient(problem.outputWidth);
        var grid = grid(program, "depthwiseWeightGradient", problem, launch);
        long sums = weight.elements() + (bias.isPresent() ? problem.channels : 0);
        var partial = Tensor.empty(DataType.FLOAT32, device, grid.blocksY() * sums);
        program.launchWithSharedMemory(
                "depthwiseWeightGradient",
                grid,
                launch.shared(),
                dy.address(),
                x.address(),
                partial.address(),
                problem.images,
                problem.channels,
                problem.height,
                problem.width,
                problem.pixel,
                problem.outputHeight,
                problem.outputWidth,
                problem.rowPadding,
                problem.columnPadding,
                launch.tiles(),
                launch.strips(),
                launch.pitch(),
                launch.gradientPitch());
        program.launch(
                "depthwiseFinish",
                new Grid(Math.toIntExact(Math.ceilDiv(sums, (long) WARP)), 1, FINISHING_THREADS, 1),
                partial.address(),
                grid.blocksY(),
                problem.channels,
                CudaModule.gradientAddress(weight),
                bias.map(CudaModule::gradientAddress).orElse(0L));
        partial.release();
    }

    private final class Convolved implements Applied {
        private final Problem problem;
        private final Tensor x;
        private final Tensor weight;
        private final Optional<Tensor> bias;
        private final Tensor output;

        Convolved(Problem problem, Tensor x, Tensor weight, Optional<Tensor> bias, Tensor output) {
            this.problem = problem;
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
                if (weight.requiresGradient()
                        || bias.map(Tensor::requiresGradient).orElse(false)) {
                    addWeightGradient(problem, dy, x, weight, bias);
                }
                var dx = ofInput ? Optional.of(inputGradient(problem, dy, weight)) : Optional.<Tensor>empty();
                dy.release();
                x.release();
                output.release();
                return dx;
            }
        }
    }
}
