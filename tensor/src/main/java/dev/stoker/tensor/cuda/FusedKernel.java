package dev.stoker.tensor.cuda;

import dev.stoker.core.DataType;
import dev.stoker.tensor.ActivationFunction;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.MaxPooling;
import dev.stoker.tensor.internal.CudaDepthwise;
import dev.stoker.tensor.internal.CudaGate;
import dev.stoker.tensor.internal.CudaLayerNorm;
import dev.stoker.tensor.internal.CudaSpaceToDepth;
import dev.stoker.tensor.internal.kernel.KernelCompiler;
import dev.stoker.tensor.internal.kernel.KernelSource;
import dev.stoker.tensor.internal.norm.CudaBatchNorm;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;

/** A kernel that the layers of a model are computed by, as far as it is known before there are tensors. */
public sealed interface FusedKernel {
    /** Batch norm, and what comes after it. */
    record Norm(ActivationFunction activation, Optional<MaxPooling> pooling) implements FusedKernel {}

    /** Max pooling by itself. */
    record Pooling(MaxPooling pooling) implements FusedKernel {}

    record LayerNorm(int channels) implements FusedKernel {}

    record Gate(int channels) implements FusedKernel {}

    /** A convolution of stride 2 over images of so many channels. */
    record Stem(int channels) implements FusedKernel {}

    /** A convolution of each channel by itself. */
    record Depthwise(
            int kernelHeight,
            int kernelWidth,
            int stride,
            int columnPadding,
            int channels,
            int outputWidth,
            boolean bias)
            implements FusedKernel {}

    /**
     * Begins to compile these for activations of a type, on threads of their own: the first step, which would compile one after
     * another, waits for those that it needs. One that no kernel here computes is left out.
     */
    static void compileAhead(Device.Cuda device, DataType type, Collection<FusedKernel> kernels) {
        int capability = GpuSettings.capability(device);
        if (capability >= CudaBatchNorm.LOWEST_CAPABILITY) {
            var sources =
                    kernels.stream().flatMap(kernel -> sources(kernel, type)).distinct();
            KernelCompiler.begin(sources.toList(), capability);
        }
    }

    private static Stream<KernelSource> sources(FusedKernel kernel, DataType type) {
        return switch (kernel) {
            case Norm(var activation, var pooling) ->
                Stream.concat(
                        CudaBatchNorm.source(type, activation, Optional.empty())
                                .stream(), // has the statistics in any case
                        pooling
                                .flatMap(window -> CudaBatchNorm.source(type, activation, Optional.of(window)))
                                .stream());
            case Pooling(var pooling) ->
                CudaBatchNorm.source(type, ActivationFunction.IDENTITY, Optional.of(pooling)).stream();
            case LayerNorm(int channels) -> CudaLayerNorm.source(type, type, channels).stream();
            case Gate(int channels) -> CudaGate.source(type, channels).stream();
            case Stem(int channels) -> CudaSpaceToDepth.source(type, channels).stream();
            case Depthwise depthwise -> CudaDepthwise.source(type, depthwise).stream();
        };
    }
}
