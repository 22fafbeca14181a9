package dev.stoker.tensor;

import dev.stoker.core.Bytes;
import dev.stoker.core.DataType;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.tensor.internal.AutogradLayerNorm;
import dev.stoker.tensor.internal.CudaLayerNorm;
import dev.stoker.tensor.internal.LayerNormKernel;
import java.util.Optional;

/** Creates a tape for each pass of a step, where there are fused kernels for the device. */
public final class GradientTapeFactory {
    private final Optional<BatchNormKernel> engine;
    private final Optional<LayerNormKernel> layerNorms;
    private final Optional<String> whyNotFused;
    private final long bytesPerSegment;
    private final Optional<GradientTape.Recomputation> recomputation;

    private GradientTapeFactory(
            Optional<BatchNormKernel> engine, Optional<LayerNormKernel> layerNorms, Optional<String> whyNotFused) {
        this(engine, layerNorms, whyNotFused, 0, Optional.empty());
    }

    private GradientTapeFactory(
            Optional<BatchNormKernel> engine,
            Optional<LayerNormKernel> layerNorms,
            Optional<String> whyNotFused,
            long bytesPerSegment,
            Optional<GradientTape.Recomputation> recomputation) {
        this.recomputation = recomputation;
        this.engine = engine;
        this.layerNorms = layerNorms;
        this.whyNotFused = whyNotFused;
        this.bytesPerSegment = bytesPerSegment;
    }

    /** With tapes that are also cut after so many bytes of weights, so that gradients become final one segment after another. */
    public GradientTapeFactory cuttingAfter(Bytes ofWeights) {
        return new GradientTapeFactory(engine, layerNorms, whyNotFused, ofWeights.count(), recomputation);
    }

    /** With tapes that keep only the inputs of blocks and compute these again in backward, in this type of a forward pass. */
    public GradientTapeFactory recomputing(Device device, DataType type) {
        return new GradientTapeFactory(
                engine,
                layerNorms,
                whyNotFused,
                bytesPerSegment,
                Optional.of(new GradientTape.Recomputation(device, type)));
    }

    /** What it allocates on a GPU belongs to the innermost scope. */
    public static GradientTapeFactory on(Device device) {
        return switch (device) {
            case Device.Cpu _ -> without("there are fused kernels for GPUs only");
            case Device.Cuda cuda -> on(cuda);
        };
    }

    private static GradientTapeFactory on(Device.Cuda device) {
        if (GpuSettings.capability(device) < CudaBatchNorm.LOWEST_CAPABILITY) {
            return without("%s is older than the fused kernels".formatted(GpuSettings.name(device)));
        }
        try {
            return new GradientTapeFactory(
                    Optional.of(new CudaBatchNorm(device)), Optional.of(new CudaLayerNorm(device)), Optional.empty());
        } catch (RuntimeException | LinkageError failure) {
            return without(String.valueOf(failure.getMessage()));
        }
    }

    /** All gradients by autograd. */
    public static GradientTapeFactory without(String why) {
        return new GradientTapeFactory(Optional.empty(), Optional.empty(), Optional.of(why));
    }

    /** With libtorch's operators in place of fused kernels: slower than autograd alone, a reference for tests. */
    public static GradientTapeFactory withAutogradKernels() {
        return new GradientTapeFactory(
                Optional.of(new AutogradBatchNorm()), Optional.of(new AutogradLayerNorm()), Optional.empty());
    }

    /** With batch norm over the images of all ranks, by libtorch's operators. */
    public static GradientTapeFactory synchronizing(Communicator ranks) {
        return new GradientTapeFactory(
                Optional.of(new SynchronizedBatchNorm(ranks)),
                Optional.empty(),
                Optional.of("the statistics of batch norm are exchanged between ranks"));
    }

    /** A tape for one pass; none where autograd does it all. */
    public Optional<GradientTape> tape() {
        return engine.isPresent() || bytesPerSegment > 0 || recomputation.isPresent()
                ? Optional.of(new GradientTape(engine, layerNorms, bytesPerSegment, recomputation))
                : Optional.empty();
    }

    /** Why there are no fused kernels, where there are none. */
    public Optional<String> whyNotFused() {
        return whyNotFused;
    }
}
