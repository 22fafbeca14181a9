package dev.stoker.tensor.internal;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.tensor.internal.kernel.KernelCompiler;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.pytorch.GradMode;

/** The kernels of GPUs for depthwise convolutions outside of a tape. */
public final class DepthwiseKernels {
    private static final int LOWEST_CAPABILITY = 80; // copies to shared memory that nobody waits for came with it
    private static final Map<Device.Cuda, Optional<DepthwiseKernel>> OF_DEVICES = new ConcurrentHashMap<>();

    private DepthwiseKernels() {}

    /** The one that computes this, where autograd records nothing. */
    public static Optional<DepthwiseKernel> forInference(Tensor x, Tensor weight, long[] strides, long[] paddings) {
        return x.device() instanceof Device.Cuda device && !GradMode.is_enabled()
                ? OF_DEVICES
                        .computeIfAbsent(device, DepthwiseKernels::of)
                        .filter(kernel -> kernel.supports(x, weight, strides, paddings))
                : Optional.empty();
    }

    private static Optional<DepthwiseKernel> of(Device.Cuda device) {
        return GpuSettings.capability(device) >= LOWEST_CAPABILITY && KernelCompiler.hasCompiler()
                ? Optional.of(new CudaDepthwise(device))
                : Optional.empty();
    }
}
