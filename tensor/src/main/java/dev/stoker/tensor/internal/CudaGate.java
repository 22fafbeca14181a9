package dev.stoker.tensor.internal;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.kernel.CudaModule;
import dev.stoker.tensor.internal.kernel.CudaModule.Grid;
import dev.stoker.tensor.internal.kernel.KernelSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * By the fused kernels of gate.cu. Autograd writes the product of gradient and input to add it up, and what comes back from the means once for
 * each pixel; here both are never in memory: a backward pass moves four tensors of the size of its input in place of ten.
 */
public final class CudaGate implements GateKernel {
    private static final int WIDTH = 8; // as in packs.cuh, and THREADS as in gate.cu
    private static final int THREADS = 256;
    private static final int MOST_LANES = 16;
    private static final int PACKS_OF_A_THREAD = 4;
    private static final int MOST_IMAGES = 65_535; // of the second dimension of a grid

    private record Variant(Device.Cuda device, DataType type, int lanes) {}

    private static final Map<Variant, CudaModule> PROGRAMS = new ConcurrentHashMap<>();

    private final Device.Cuda device;

    public CudaGate(Device.Cuda device) {
        this.device = device;
    }

    /** Empty for channels that the kernels do not take. */
    public static Optional<KernelSource> source(DataType type, int channels) {
        return channels % WIDTH == 0 ? Optional.of(sourceWith(type, lanesFor(channels / WIDTH))) : Optional.empty();
    }

    static KernelSource sourceWith(DataType type, int lanes) {
        return new KernelSource("gate.cu", List.of("TYPE=" + type.name(), "LANES=" + lanes));
    }

    private static int lanesFor(int packs) {
        int lanes = 1;
        while (lanes < packs && lanes < MOST_LANES) {
            lanes *= 2;
        }
        return lanes;
    }

    /** An activation as the kernels see it. */
    private record Pixels(DataType type, int images, int pixels, int packs, int lanes) {
        static Pixels of(Tensor x) {
            long[] sizes = x.sizes();
            int packs = Math.toIntExact(sizes[1] / WIDTH);
            return new Pixels(x.type(), (int) sizes[0], Math.toIntExact(sizes[2] * sizes[3]), packs, lanesFor(packs));
        }

        /** For sums over the pixels of each image. */
        Grid columns() {
            return new Grid(Math.ceilDiv(packs, lanes), images, lanes, THREADS / lanes);
        }

        Grid all() {
            return new Grid(Math.ceilDiv(pixels * packs, THREADS * PACKS_OF_A_THREAD), images, THREADS, 1);
        }

        /** In channels-last layout. */
        Tensor empty(Device device, long height, long width) {
            return ChannelsLast.empty(type, device, images, (long) packs * WIDTH, height, width);
        }
    }

    private CudaModule program(Pixels of) {
        return PROGRAMS.computeIfAbsent(
                new Variant(device, of.type, of.lanes),
                each -> CudaModule.load(sourceWith(each.type, each.lanes), each.device));
    }

    @Override
    public boolean supports(Tensor x) {
        long[] sizes = x.sizes();
        return switch (x.type()) {
                    case BFLOAT16, FLOAT16, FLOAT32 -> true;
                    default -> false;
                }
                && sizes.length == 4
                && sizes[0] <= MOST_IMAGES
                && sizes[1] % WIDTH == 0
                && sizes[1] * sizes[2] * sizes[3] < Integer.MAX_VALUE
                && x.isChannelsLast();
    }

    @Override
    public Tensor means(Tensor x) {
        var of = Pixels.of(x);
        var means = of.empty(device, 1, 1);
        program(of).launch("gateMeans", of.columns(), x.address(), means.address(), of.pixels, of.packs);
        return means;
    }

    @Override
    public Tensor product(Tensor x, Tensor gate) {
        var of = Pixels.of(x);
        var y = of.empty(device, x.sizes()[2], x.sizes()[3]);
        program(of).launch("gateProduct", of.all(), x.address(), gate.address(), y.address(), of.pixels, of.packs);
        return y;
    }

    @Override
    public Tensor gateGradient(Tensor gradient, Tensor x) {
        var of = Pixels.of(x);
        var dy = gradient.channelsLast();
        var found = of.empty(device, 1, 1);
        program(of).launch("gateReduce", of.columns(), dy.address(), x.address(), found.address(), of.pixels, of.packs);
        dy.release();
        return found;
    }

    @Override
    public Tensor inputGradient(Tensor gradient, Tensor gate, Tensor ofMeans) {
        var of = Pixels.of(gradient);
        var dy = gradient.channelsLast();
        var dx = of.empty(device, gradient.sizes()[2], gradient.sizes()[3]);
        program(of)
                .launch(
                        "gateSpread",
                        of.all(),
                        dy.address(),
                        gate.address(),
                        ofMeans.address(),
                        dx.address(),
                        of.pixels,
                        of.packs);
        dy.release();
        return dx;
    }
}
