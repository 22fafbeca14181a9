package dev.stoker.tensor.cuda;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.internal.CudaStatus;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch_cuda;

/** How this process computes: what libtorch decides once for all operators. */
public final class GpuSettings {
    /** On an H200 resnet50 was as fast with plans of 2, 4 or 10 tries, and ready in 5.1, 5.3 and 6.3 s. */
    public static final int USUAL_PLANS = 4;

    private GpuSettings() {}

    /** Whether cuDNN tries its algorithms on the first call with a shape and keeps the fastest. */
    public static void cudnnBenchmark(boolean on) {
        search(on ? USUAL_PLANS : 0);
    }

    /**
     * How many of cuDNN's plans are tried on the first call of a convolution with a shape, to keep the fastest; with 0 the
     * one that cuDNN expects to be fast is taken.
     */
    public static void search(int plans) {
        if (plans < 0) {
            throw new IllegalArgumentException("plans to try must be at least 0, got " + plans);
        }
        try (var _ = new PointerScope()) {
            var context = torch.globalContext();
            context.setBenchmarkCuDNN(plans > 0);
            context.setBenchmarkLimitCuDNN(plans > 0 ? plans : USUAL_PLANS); // there, 0 is all that there are
        }
    }

    /** The plans that are tried by now. */
    public static int cudnnBenchmarkLimit() {
        try (var _ = new PointerScope()) {
            var context = torch.globalContext();
            return context.benchmarkCuDNN() ? context.benchmarkLimitCuDNN() : 0;
        }
    }

    /** Does something during which no plans are tried; shapes that it meets keep the plan that it took for them. */
    public static void withoutCudnnBenchmark(Runnable work) {
        int before = cudnnBenchmarkLimit();
        search(0);
        try {
            work.run();
        } finally {
            search(before);
        }
    }

    /** Whether products of 32-bit floats may round their factors to 19 bits, which tensor cores multiply. */
    public static void allowTf32(boolean on) {
        try (var _ = new PointerScope()) {
            var context = torch.globalContext();
            context.setAllowTF32CuDNN(on);
            context.setFloat32MatmulPrecision(on ? "high" : "highest");
        }
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

    /** Bytes of the device that nobody uses. */
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

    /** Major and minor number of what a GPU can compute, times ten and added: 90 for an H200. */
    public static int capability(Device.Cuda device) {
        try (var _ = new PointerScope()) {
            var properties = torch_cuda.getDeviceProperties((byte) device.index());
            return 10 * properties.major() + properties.minor();
        }
    }
}
