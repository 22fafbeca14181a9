package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.GradientScaling;
import dev.stoker.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Dynamic loss scaling: multiplies the loss, so that fp16 gradients do not underflow, and divides them afterwards. Where they
 * have overflowed, they and the learning rate of the step are set to zero, so that no weight changes; the scale is halved
 * then, and doubled after so many steps without overflow. All of it is on the device.
 */
final class LossScaler {
    private static final double FIRST = 65_536;
    private static final int STEPS_TO_GROW = 2_000;

    private final Tensor scale;
    private final Tensor stepsSinceOverflow;
    private final Tensor overflow;
    private final Tensor overflows;

    LossScaler(Device device) {
        scale = Tensor.zeros(DataType.FLOAT32, device).fillInPlace(FIRST);
        stepsSinceOverflow = Tensor.zeros(DataType.INT32, device);
        overflow = Tensor.zeros(DataType.FLOAT32, device);
        overflows = Tensor.zeros(DataType.FLOAT32, device);
    }

    Tensor scaled(Tensor loss) {
        return loss.times(scale);
    }

    /** Divides the gradients, and returns the learning rate: 0 where they have overflowed. */
    Tensor unscale(List<Tensor> gradients, Tensor rate) {
        overflow.zeroInPlace();
        GradientScaling.unscale(gradients, scale, overflow);
        GradientScaling.zeroIf(overflow, gradients);
        overflows.addInPlace(overflow);
        return rate.minus(rate.times(overflow));
    }

    void update() {
        GradientScaling.updateScale(scale, stepsSinceOverflow, overflow, STEPS_TO_GROW);
    }

    /** Waits for the device. */
    double value() {
        return scale.value();
    }

    /** Steps that were skipped because of overflow; waits for the device. */
    long skipped() {
        return Math.round(overflows.value());
    }

    Map<String, Tensor> state() {
        var state = new LinkedHashMap<String, Tensor>();
        state.put("scale", scale);
        state.put("steps_since_overflow", stepsSinceOverflow);
        state.put("overflows", overflows);
        return state;
    }
}
