package dev.stoker.tensor.internal;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.kernel.CudaModule;
import dev.stoker.tensor.internal.kernel.CudaModule.Grid;
import dev.stoker.tensor.internal.kernel.KernelSource;
import dev.stoker.tensor.internal.kernel.KernelSource.FmaContraction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** By the kernel of images.cu: libtorch's three operators read and write a batch of floats twice more. */
public final class CudaPixels {
    private static final int THREADS = 256; // as in images.cu
    private static final int PIXELS_OF_A_THREAD = 4;
    private static final int MOST_CHANNELS = 4;

    private static final Map<Device.Cuda, Optional<CudaPixels>> BY_DEVICE = new ConcurrentHashMap<>();

    private final Device.Cuda device;
    private final Map<Integer, CudaModule> programs = new ConcurrentHashMap<>();

    private CudaPixels(Device.Cuda device) {
        this.device = device;
    }

    /** Empty where kernels cannot be compiled. */
    public static Optional<CudaPixels> on(Device.Cuda device) {
        return BY_DEVICE.computeIfAbsent(device, each -> {
            try {
                return Optional.of(compiled(each));
            } catch (StokerException | LinkageError noCompiler) {
                return Optional.empty();
            }
        });
    }

    private static CudaPixels compiled(Device.Cuda device) {
        var pixels = new CudaPixels(device);
        pixels.program(3);
        return pixels;
    }

    /** Fails where kernels cannot be compiled. */
    public static void require(Device.Cuda device) {
        if (on(device).isEmpty()) {
            compiled(device);
        }
    }

    private CudaModule program(int channels) {
        return programs.computeIfAbsent(
                channels,
                // As on the CPU: without fusing the subtraction and the product, and bytes become the same floats.
                _ -> CudaModule.load(
                        new KernelSource("images.cu", definitions(channels), FmaContraction.SEPARATE), device));
    }

    static List<String> definitions(int channels) {
        return List.of("CHANNELS=" + channels);
    }

    public static boolean normalizes(Tensor bytes) {
        long[] sizes = bytes.sizes();
        return bytes.type() == DataType.UINT8 && bytes.isContiguous() && sizes[sizes.length - 1] <= MOST_CHANNELS;
    }

    public Tensor normalize(Tensor bytes, Tensor mean, Tensor scale) {
        long[] sizes = bytes.sizes();
        int channels = Math.toIntExact(sizes[sizes.length - 1]);
        var floats = Tensor.empty(DataType.FLOAT32, device, sizes);
        long elements = bytes.elements();
        int blocks = Math.toIntExact(Math.ceilDiv(elements, (long) THREADS * PIXELS_OF_A_THREAD * channels));
        program(channels)
                .launch(
                        "normalize",
                        new Grid(blocks, 1, THREADS, 1),
                        bytes.address(),
                        mean.address(),
                        scale.address(),
                        floats.address(),
                        elements);
        return floats;
    }
}
