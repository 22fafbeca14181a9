package dev.stoker.tensor.cuda;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.internal.CudaStatus;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch_cuda;

/** Settings of libtorch that concern GPUs and hold for the whole process, and the properties of a GPU. */
public final class GpuSettings {
    /** On an H200 resnet50 trained as fast with a limit of 2, 4 or 10, and warmed up in 5.1, 5.3 and 6.3 s. */
    public static final int DEFAULT_CUDNN_BENCHMARK_LIMIT = 4;

    private static final int ADDRESS_BYTES = 32;

    private GpuSettings() {}

    /**
     * How many of cuDNN's algorithms are tried on the first call of a convolution with a shape, to keep the fastest; with 0
     * the one that cuDNN's heuristics rank first is used.
     */
    public static void cudnnBenchmark(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("cuDNN benchmark limit must be at least 0, got " + limit);
        }
        try (var _ = new PointerScope()) {
            var context = torch.globalContext();
            context.setBenchmarkCuDNN(limit > 0);
            context.setBenchmarkLimitCuDNN(
                    limit > 0 ? limit : DEFAULT_CUDNN_BENCHMARK_LIMIT); // libtorch takes 0 as all
        }
    }

    /** How many algorithms are tried for a convolution at present. */
    public static int cudnnBenchmarkLimit() {
        try (var _ = new PointerScope()) {
            var context = torch.globalContext();
            return context.benchmarkCuDNN() ? context.benchmarkLimitCuDNN() : 0;
        }
    }

    /** Runs work during which no algorithms are tried; a shape that first occurs in it keeps the algorithm it got. */
    public static void withoutCudnnBenchmark(Runnable work) {
        int before = cudnnBenchmarkLimit();
        cudnnBenchmark(0);
        try {
            work.run();
        } finally {
            cudnnBenchmark(before);
        }
    }

    /** Whether float32 products may round their factors to TF32 (19 bits), which tensor cores multiply. */
    public static void allowTf32(boolean on) {
        try (var _ = new PointerScope()) {
            var context = torch.globalContext();
            context.setAllowTF32CuDNN(on);
            context.setFloat32MatmulPrecision(on ? "high" : "highest");
        }
    }

    /** Creates the context of a GPU in this process where it has none yet. */
    public static void createContext(Device.Cuda device) {
        CudaStatus.check(cudart.cudaSetDevice(device.index()), "choosing " + device);
        CudaStatus.check(cudart.cudaFree((Pointer) null), "starting " + device);
    }

    /** Bytes of the device that are in use, by all processes. */
    public static long usedMemory(Device device) {
        return switch (device) {
            case Device.Cpu _ -> 0;
            case Device.Cuda _ -> {
                try (var _ = new PointerScope()) {
                    var free = new SizeTPointer(1);
                    var total = new SizeTPointer(1);
                    cudart.cudaMemGetInfo(free, total);
                    yield total.get() - free.get();
                }
            }
        };
    }

    /** Bytes of the device that no process uses. */
    public static long freeMemory(Device.Cuda device) {
        try (var _ = new PointerScope()) {
            var free = new SizeTPointer(1);
            CudaStatus.check(
                    cudart.cudaMemGetInfo(free, new SizeTPointer(1)), "asking for the free memory of " + device);
            return free.get();
        }
    }

    /** The model of a GPU, such as "NVIDIA H200". */
    public static String name(Device.Cuda device) {
        try (var _ = new PointerScope()) {
            return torch_cuda.getDeviceProperties((byte) device.index()).name().getString();
        }
    }

    /** The address of a GPU on the PCI bus, such as 0000:1B:00.0, by which its driver names the same device. */
    public static String busAddress(Device.Cuda device) {
        try (var _ = new PointerScope()) {
            var text = new BytePointer(ADDRESS_BYTES);
            CudaStatus.check(
                    cudart.cudaDeviceGetPCIBusId(text, ADDRESS_BYTES, device.index()),
                    "asking for the address of " + device);
            return text.getString();
        }
    }

    /** The compute capability of a GPU as ten times the major plus the minor number: 90 for an H200. */
    public static int capability(Device.Cuda device) {
        try (var _ = new PointerScope()) {
            var properties = torch_cuda.getDeviceProperties((byte) device.index());
            return 10 * properties.major() + properties.minor();
        }
    }
}
