package dev.stoker.tensor;

import dev.stoker.core.Bytes;
import dev.stoker.core.DataType;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.tensor.internal.AutogradDepthwise;
import dev.stoker.tensor.internal.AutogradGate;
import dev.stoker.tensor.internal.AutogradLayerNorm;
import dev.stoker.tensor.internal.AutogradSpaceToDepth;
import dev.stoker.tensor.internal.CudaDepthwise;
import dev.stoker.tensor.internal.CudaGate;
import dev.stoker.tensor.internal.CudaLayerNorm;
import dev.stoker.tensor.internal.CudaPixels;
import dev.stoker.tensor.internal.CudaSpaceToDepth;
import dev.stoker.tensor.internal.DepthwiseKernel;
import dev.stoker.tensor.internal.GateKernel;
import dev.stoker.tensor.internal.LayerNormKernel;
import dev.stoker.tensor.internal.SpaceToDepth;
import dev.stoker.tensor.internal.StemConvolution;
import dev.stoker.tensor.internal.norm.AutogradMaxPool;
import dev.stoker.tensor.internal.norm.BatchNormKernel;
import dev.stoker.tensor.internal.norm.CudaBatchNorm;
import dev.stoker.tensor.internal.norm.CudaMaxPool;
import dev.stoker.tensor.internal.norm.MaxPoolKernel;
import dev.stoker.tensor.internal.winograd.WinogradConvolution;
import java.util.Optional;
import java.util.function.Consumer;

/** Creates a tape for each pass of a step, where there are fused kernels for the device. */
public final class GradientTapeFactory {
    private final GradientTape.Kernels kernels;
    private final Optional<String> whyNotFused;
    private final long bytesPerSegment;
    private final Optional<GradientTape.Recomputation> recomputation;
    private final Consumer<String> nextWeight;

    private GradientTapeFactory(
            GradientTape.Kernels kernels,
            Optional<String> whyNotFused,
            long bytesPerSegment,
            Optional<GradientTape.Recomputation> recomputation,
            Consumer<String> nextWeight) {
        this.kernels = kernels;
        this.whyNotFused = whyNotFused;
        this.bytesPerSegment = bytesPerSegment;
        this.recomputation = recomputation;
        this.nextWeight = nextWeight;
    }

    private static GradientTapeFactory of(GradientTape.Kernels kernels, Optional<String> whyNotFused) {
        return new GradientTapeFactory(kernels, whyNotFused, 0, Optional.empty(), _ -> {});
    }

    private static GradientTapeFactory with(
            BatchNormKernel batchNorms,
            LayerNormKernel layerNorms,
            GateKernel gates,
            SpaceToDepth spaceToDepth,
            DepthwiseKernel depthwise,
            MaxPoolKernel maxPools) {
        return of(
                new GradientTape.Kernels(
                        Optional.of(batchNorms),
                        Optional.of(layerNorms),
                        Optional.of(gates),
                        Optional.of(new StemConvolution(spaceToDepth)),
                        Optional.of(depthwise),
                        Optional.empty(),
                        Optional.of(maxPools)),
                Optional.empty());
    }

    /** With tapes that are also cut after so many bytes of weights, so that gradients become final one segment after another. */
    public GradientTapeFactory cuttingAfter(Bytes ofWeights) {
        return new GradientTapeFactory(kernels, whyNotFused, ofWeights.count(), recomputation, nextWeight);
    }

    /** With tapes that keep only the inputs of blocks and compute these again in backward, in this type of a forward pass. */
    public GradientTapeFactory recomputing(Device device, DataType type) {
        var again = new GradientTape.Recomputation(device, type);
        return new GradientTapeFactory(kernels, whyNotFused, bytesPerSegment, Optional.of(again), nextWeight);
    }

    /** With tapes that pass on the name of each weight before a layer uses it, as a forward pass goes on. */
    public GradientTapeFactory telling(Consumer<String> next) {
        return new GradientTapeFactory(kernels, whyNotFused, bytesPerSegment, recomputation, next);
    }

    /** For forward passes in this type. What it allocates on a GPU belongs to the innermost scope. */
    public static GradientTapeFactory on(Device device, DataType type) {
        return switch (device) {
            case Device.Cpu _ -> onCpu(type);
            case Device.Cuda cuda -> on(cuda);
        };
    }

    private static GradientTapeFactory onCpu(DataType type) {
        var why = "there are fused kernels for GPUs only";
        return type == DataType.FLOAT32 && WinogradConvolution.isAvailable()
                ? of(GradientTape.Kernels.ofDense(new WinogradConvolution()), Optional.of(why))
                : without(why);
    }

    /** Whether a tape in fp32 on a CPU makes a convolution of 3×3 faster, of an input of these sizes, at stride 1. */
    public static boolean gainsOnCpu(long[] sizes, int outputs) {
        return WinogradConvolution.gains(sizes, outputs);
    }

    public static GradientTapeFactory on(Device.Cuda device) {
        if (GpuSettings.capability(device) < CudaBatchNorm.LOWEST_CAPABILITY) {
            return without("%s is older than the fused kernels".formatted(GpuSettings.name(device)));
        }
        try {
            CudaPixels.require(device); // where there is no compiler it fails here, and not in the middle of a step
            return with(
                    new CudaBatchNorm(device),
                    new CudaLayerNorm(device),
                    new CudaGate(device),
                    new CudaSpaceToDepth(device),
                    new CudaDepthwise(device),
                    new CudaMaxPool(device));
        } catch (RuntimeException | LinkageError failure) {
            return without(String.valueOf(failure.getMessage()));
        }
    }

    /** All gradients by autograd. */
    public static GradientTapeFactory without(String why) {
        return of(GradientTape.Kernels.NONE, Optional.of(why));
    }

    /** With libtorch's operators in place of fused kernels: slower than autograd alone, a reference for tests. */
    public static GradientTapeFactory withAutogradKernels() {
        return with(
                new AutogradBatchNorm(),
                new AutogradLayerNorm(),
                new AutogradGate(),
                new AutogradSpaceToDepth(),
                new AutogradDepthwise(),
                new AutogradMaxPool());
    }

    /** With batch norm over the images of all ranks, by libtorch's operators. */
    public static GradientTapeFactory synchronizing(Communicator ranks) {
        var kernels = GradientTape.Kernels.ofBatchNorms(Optional.of(new SynchronizedBatchNorm(ranks)));
        return of(kernels, Optional.of("the statistics of batch norm are exchanged between ranks"));
    }

    /** A tape for one pass; none where autograd does it all. */
    public Optional<GradientTape> tape() {
        return kernels.areAny() || bytesPerSegment > 0 || recomputation.isPresent()
                ? Optional.of(new GradientTape(kernels, bytesPerSegment, recomputation, nextWeight))
                : Optional.empty();
    }

    /** Why there are no fused kernels, where there are none. */
    public Optional<String> whyNotFused() {
        return whyNotFused;
    }
}
