package dev.stoker.tensor;

import java.util.List;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.GradMode;

/** Whether operations are recorded for backward, and gradients as a whole. */
public final class Gradients {
    private Gradients() {}

    /** A block on this thread in which nothing is recorded: evaluation, initialization, updates. */
    public interface Mode extends AutoCloseable {
        @Override
        void close();
    }

    public static Mode off() {
        LibTorch.load();
        // No guard object of libtorch: the scope around would keep it after its close, which for a training is until
        // its end.
        boolean before = GradMode.is_enabled();
        GradMode.set_enabled(false);
        return () -> GradMode.set_enabled(before);
    }

    /** What a computation gives that is not recorded. */
    static <T> T untracked(Supplier<T> computation) {
        try (var _ = off()) {
            return computation.get();
        }
    }

    /** Sets all gradients to zero in place, so that their addresses stay. */
    public static void clear(List<Tensor> gradients) {
        try (var _ = new PointerScope()) {
            TorchInterop.call("aten::_foreach_zero_", "", TorchInterop.list(TorchInterop.vector(gradients)));
        }
    }
}
