package dev.stoker.tensor.internal;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.kernel.CudaModule;
import dev.stoker.tensor.internal.kernel.CudaModule.Grid;
import dev.stoker.tensor.internal.kernel.KernelSource;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** By the kernel of images.cu, which also converts floats to the type of the result. */
public final class CudaSpaceToDepth implements SpaceToDepth {
    private static final int THREADS = 256; // as in images.cu

    private record Variant(Device.Cuda device, DataType type, int channels) {}

    private static final Map<Variant, CudaModule> PROGRAMS = new ConcurrentHashMap<>();

    private final Device.Cuda device;

    public CudaSpaceToDepth(Device.Cuda device) {
        this.device = device;
    }

    /** Empty where there is nothing to gain, as {@link StemConvolution} has it. */
    public static Optional<KernelSource> source(DataType type, int channels) {
        return StemConvolution.supports(type, channels) ? Optional.of(sourceWith(type, channels)) : Optional.empty();
    }

    private static KernelSource sourceWith(DataType type, int channels) {
        var definitions = new ArrayList<>(CudaPixels.definitions(channels));
        definitions.add("TYPE=" + type.name());
        return new KernelSource("images.cu", definitions);
    }

    @Override
    public Tensor of(Tensor images, DataType type, int before, int down, int across) {
        long[] sizes = images.sizes();
        int channels = Math.toIntExact(sizes[1]);
        var floats = images.toFloat();
        var blocks = Tensor.empty(type, device, sizes[0], down, across, CHANNELS);
        long outputs = sizes[0] * down * across;
        PROGRAMS.computeIfAbsent(
                        new Variant(device, type, channels), _ -> CudaModule.load(sourceWith(type, channels), device))
                .launch(
                        "spaceToDepth",
                        new Grid(Math.toIntExact(Math.ceilDiv(outputs, (long) THREADS)), 1, THREADS, 1),
                        floats.address(),
                        blocks.address(),
                        Math.toIntExact(sizes[2]),
                        Math.toIntExact(sizes[3]),
                        before,
                        down,
                        across,
                        outputs);
        var map = blocks.permute(0, 3, 1, 2);
        blocks.release();
        return map;
    }
}
