package dev.stoker.tensor.internal;

import dev.stoker.tensor.Tensor;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** libtorch's own handles of tensors, for packages of this module; the public API does not show them. */
public final class TorchHandles {
    private static volatile @Nullable Function<Tensor, org.bytedeco.pytorch.Tensor> access;

    private TorchHandles() {}

    /** Called once by the class that has the handles. */
    public static void provide(Function<Tensor, org.bytedeco.pytorch.Tensor> handle) {
        access = handle;
    }

    /** The handle, which belongs to the tensor's scope. */
    public static org.bytedeco.pytorch.Tensor of(Tensor tensor) {
        return Objects.requireNonNull(access).apply(tensor);
    }

    /** Whether the elements fill one piece of memory, in whatever order of dimensions. */
    public static boolean isDense(Tensor tensor) {
        return of(tensor).is_non_overlapping_and_dense();
    }
}
