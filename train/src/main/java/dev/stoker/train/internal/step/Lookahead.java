package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Slow weights that, every few steps, go part of the way to the fast ones, which then continue from there (Zhang et al.,
 * 2019). They start by going nearly all of the way and grow slower with the cube of the time (Jordan, 2024); at the end the
 * slow ones are the result. It happens between steps and not within, so a captured step knows nothing of it.
 */
final class Lookahead {
    private static final double PAST_PER_STEP = 0.95;

    private final int every;
    private final Map<String, Tensor> slow = new LinkedHashMap<>();
    private final Tensors fastOnes;
    private final Tensors slowOnes;

    Lookahead(int every, Weights weights) {
        this.every = every;
        var fast = new ArrayList<Tensor>();
        weights.all().forEach((name, tensor) -> {
            if (tensor.type() == DataType.FLOAT32 && !weights.frozen().containsKey(name)) {
                fast.add(tensor);
                slow.put(name, tensor.zerosLike().copyFrom(tensor.detach()));
            }
        });
        fastOnes = Tensors.of(fast);
        slowOnes = Tensors.of(new ArrayList<>(slow.values()));
    }

    /** After a step; true if the weights have changed. */
    boolean update(StepContext context) {
        boolean due = (context.step() + 1) % every == 0;
        if (due) {
            double past = StrictMath.pow(PAST_PER_STEP, every) * StrictMath.pow(context.shareAfter(), 3);
            Tensors.lerp(slowOnes, fastOnes, 1 - past);
        }
        if (due || context.isLast()) {
            Tensors.copy(slowOnes, fastOnes);
        }
        return due || context.isLast();
    }

    /** What a checkpoint must keep. */
    Map<String, Tensor> state() {
        return slow;
    }
}
