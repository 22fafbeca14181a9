package dev.stoker.train.internal.step;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.prune.PruningMasks;
import java.util.LinkedHashMap;
import java.util.Map;

/** Sets removed weights to 0 after each update: of the trained weights first, of their average at last. */
final class PruningFollower implements WeightFollower {
    private final PruningMasks masks;
    private final Runnable application;

    PruningFollower(PruningMasks masks, Weights weights) {
        this.masks = masks;
        application = masks.applicationTo(weights);
    }

    @Override
    public void updated() {
        application.run();
    }

    @Override
    public void replaced() {
        application.run();
    }

    @Override
    public Map<String, Tensor> state() {
        var state = new LinkedHashMap<String, Tensor>();
        masks.masks().forEach((name, mask) -> state.put("mask." + name, mask));
        return state;
    }
}
