package dev.stoker.tensor;

import dev.stoker.tensor.cuda.GpuSettings;
import java.util.Optional;

/** Makes a tape for each pass of a step, where a device has operations of ours. */
public final class GradientTapeFactory {
    private final Optional<BatchNormKernel> engine;
    private final Optional<String> whyNone;

    private GradientTapeFactory(Optional<BatchNormKernel> engine, Optional<String> whyNone) {
        this.engine = engine;
        this.whyNone = whyNone;
    }

    /** What it makes for a GPU belongs to the innermost scope. */
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
            return new GradientTapeFactory(Optional.of(new CudaBatchNorm(device)), Optional.empty());
        } catch (RuntimeException | LinkageError failure) {
            return without(String.valueOf(failure.getMessage()));
        }
    }

    /** Everything by autograd. */
    public static GradientTapeFactory without(String why) {
        return new GradientTapeFactory(Optional.empty(), Optional.of(why));
    }

    /** By libtorch's operators, piece by piece: slower than autograd alone, and what fused kernels are compared with. */
    public static GradientTapeFactory plain() {
        return new GradientTapeFactory(Optional.of(new AutogradBatchNorm()), Optional.empty());
    }

    /** A tape for one pass; none where autograd does it all. */
    public Optional<GradientTape> tape() {
        return engine.map(GradientTape::new);
    }

    /** Why there are no fused kernels, where there are none. */
    public Optional<String> whyNone() {
        return whyNone;
    }
}
