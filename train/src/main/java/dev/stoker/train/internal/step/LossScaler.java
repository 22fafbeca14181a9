package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.GradientScaling;
import dev.stoker.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Multiplies the loss, so that gradients of 16-bit floats do not vanish, and divides them afterwards. Where they have
 * overflowed they are set to zero and the rate of the step with them, so that no weight moves; the scale is halved then, and
 * doubled after so many steps without. All of it lies on the device.
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

    /** Divides the gradients, and returns the rate: nothing where they have overflowed. */
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

    /** Steps that were skipped; waits for the device. */
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
