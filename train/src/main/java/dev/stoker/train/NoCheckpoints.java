package dev.stoker.train;

import dev.stoker.tensor.Tensor;
import dev.stoker.train.evaluation.Evaluation;
import java.util.Map;
import java.util.Optional;

/** Keeps nothing. */
enum NoCheckpoints implements Checkpoints {
    NONE;

    @Override
    public Optional<TrainingProgress> latest() {
        return Optional.empty();
    }

    @Override
    public Optional<TrainingProgress> restore(Map<String, Tensor> state) {
        return Optional.empty();
    }

    @Override
    public Session open(StagingAllocator staging) {
        return () -> {};
    }

    @Override
    public void reserve(Map<String, Tensor> state, Map<String, Tensor> weights) {}

    @Override
    public void save(TrainingProgress progress, Map<String, Tensor> state) {}

    @Override
    public void saveBest(Map<String, Tensor> weights, TrainingProgress progress, Evaluation validation) {}

    @Override
    public void finish() {}
}
