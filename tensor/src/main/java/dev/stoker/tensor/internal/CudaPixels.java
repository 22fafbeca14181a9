package dev.stoker.tensor.internal;

import dev.stoker.core.DataType;
import dev.stoker.core.StokerException;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.CudaModule.FmaContraction;
import dev.stoker.tensor.internal.CudaModule.Grid;
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
            var pixels = new CudaPixels(each);
            try {
                pixels.program(3);
                return Optional.of(pixels);
            } catch (StokerException | LinkageError noCompiler) {
                return Optional.empty();
            }
        });
    }

    private CudaModule program(int channels) {
        return programs.computeIfAbsent(
                channels,
                // As on the CPU: without fusing the subtraction and the product, and bytes become the same floats.
                _ -> CudaModule.compile("images.cu", device, definitions(channels), FmaContraction.SEPARATE));
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
