package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.GradientScaling;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Lookahead (Zhang et al., 2019): every few steps slow weights are interpolated toward the fast ones, which then continue from
 * there. At first they follow almost completely, and less with the cube of the time (Jordan, 2024); at the end the slow weights
 * are the result. It happens between steps, so it is no part of a captured step.
 */
final class Lookahead {
    private static final double DECAY_PER_STEP = 0.95;

    private final int every;
    private final Map<String, Tensor> slow = new LinkedHashMap<>();
    private final Tensors fastTensors;
    private final Tensors slowTensors;

    Lookahead(int every, Weights weights) {
        this.every = every;
        var fast = new ArrayList<Tensor>();
        weights.all().forEach((name, tensor) -> {
            if (tensor.type() == DataType.FLOAT32 && !weights.frozen().containsKey(name)) {
                fast.add(tensor);
                slow.put(name, tensor.zerosLike().copyFrom(tensor.detach()));
            }
        });
        fastTensors = Tensors.of(fast);
        slowTensors = Tensors.of(new ArrayList<>(slow.values()));
    }

    /** After a step; true if the weights have changed. */
    boolean update(StepContext context) {
        boolean due = (context.step() + 1) % every == 0;
        if (due) {
            double decay = StrictMath.pow(DECAY_PER_STEP, every) * StrictMath.pow(context.shareAfter(), 3);
            GradientScaling.lerp(slowTensors, fastTensors, 1 - decay);
        }
        if (due || context.isLast()) {
            GradientScaling.copy(slowTensors, fastTensors);
        }
        return due || context.isLast();
    }

    /** What a checkpoint keeps. */
    Map<String, Tensor> state() {
        return slow;
    }
}
