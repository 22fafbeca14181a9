package dev.stoker.tensor;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.AutoGradMode;

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
        // Outside of any scope, since the guard itself must live until its own close and undo the mode then.
        var guard = new AutoGradMode(false);
        return guard::close;
    }

    /** Sets all gradients to zero in place, so that their addresses stay. */
    public static void clear(List<Tensor> gradients) {
        try (var _ = new PointerScope()) {
            TorchInterop.call("aten::_foreach_zero_", "", TorchInterop.list(TorchInterop.vector(gradients)));
        }
    }
}
