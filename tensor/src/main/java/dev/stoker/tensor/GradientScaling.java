package dev.stoker.tensor;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Scalar;

/** Loss scaling for float16 gradients, as PyTorch's GradScaler does; nothing here waits for the device. */
public final class GradientScaling {
    private GradientScaling() {}

    /** Divides gradients by a scale; {@code overflow} becomes 1 where one of them is NaN or infinite. */
    public static void unscale(List<Tensor> gradients, Tensor scale, Tensor overflow) {
        try (var _ = new PointerScope()) {
            var inverse = new IValue(scale.handle().reciprocal());
            TorchInterop.call(
                    "aten::_amp_foreach_non_finite_check_and_unscale_",
                    "",
                    TorchInterop.list(TorchInterop.vector(gradients)),
                    new IValue(overflow.handle()),
                    inverse);
        }
    }

    /** Sets all to zero where the flag is 1; a product would not do, since NaN times zero is NaN. */
    public static void zeroIf(Tensor flag, List<Tensor> gradients) {
        try (var _ = new PointerScope()) {
            var set = flag.handle().gt(new Scalar(0.5));
            for (var gradient : gradients) {
                gradient.handle().masked_fill_(set, new Scalar(0));
            }
        }
    }

    /** Halves the scale after an overflow, and doubles it after so many steps without one. */
    public static void updateScale(Tensor scale, Tensor stepsSinceOverflow, Tensor overflow, long stepsToGrow) {
        try (var _ = new PointerScope()) {
            TorchInterop.call(
                    "aten::_amp_update_scale_",
                    "",
                    new IValue(scale.handle()),
                    new IValue(stepsSinceOverflow.handle()),
                    new IValue(overflow.handle()),
                    new IValue(2.0),
                    new IValue(0.5),
                    new IValue(stepsToGrow));
        }
    }
}
