package dev.stoker.tensor;

import java.util.Optional;

/** Makes a tape for each pass of a step, where a device has operations of ours. */
public final class Tapes {
    private final Optional<NormEngine> engine;
    private final Optional<String> whyNone;

    private Tapes(Optional<NormEngine> engine, Optional<String> whyNone) {
        this.engine = engine;
        this.whyNone = whyNone;
    }

    /** What it makes for a GPU belongs to the innermost scope. */
    public static Tapes on(Device device) {
        return switch (device) {
            case Device.Cpu _ -> without("there are fused kernels for GPUs only");
            case Device.Cuda cuda -> on(cuda);
        };
    }

    private static Tapes on(Device.Cuda device) {
        if (GpuSettings.capability(device) < CudaNorm.LOWEST_CAPABILITY) {
            return without("%s is older than the fused kernels".formatted(GpuSettings.name(device)));
        }
        try {
            return new Tapes(Optional.of(new CudaNorm(device)), Optional.empty());
        } catch (RuntimeException | LinkageError failure) {
            return without(String.valueOf(failure.getMessage()));
        }
    }

    /** Everything by autograd. */
    public static Tapes without(String why) {
        return new Tapes(Optional.empty(), Optional.of(why));
    }

    /** By libtorch's operators, piece by piece: slower than autograd alone, and what fused kernels are compared with. */
    public static Tapes plain() {
        return new Tapes(Optional.of(new PlainNorm()), Optional.empty());
    }

    /** A tape for one pass; none where autograd does it all. */
    public Optional<Tape> tape() {
        return engine.map(Tape::new);
    }

    /** Why there are no fused kernels, where there are none. */
    public Optional<String> whyNone() {
        return whyNone;
    }
}
