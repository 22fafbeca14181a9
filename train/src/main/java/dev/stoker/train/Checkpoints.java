package dev.stoker.train;

import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.cuda.SnapshotBuffer;
import dev.stoker.train.evaluation.Evaluation;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the state of a run, to resume from, and the best weights. It never decides when a checkpoint is due. In distributed
 * training one rank keeps them and the others have {@link #none()}.
 */
public interface Checkpoints {

    /** Allocates a buffer on the device for these tensors; none where the device has no use for one or too little memory. */
    @FunctionalInterface
    interface StagingAllocator {
        Optional<SnapshotBuffer> allocate(Collection<Tensor> tensors);
    }

    /** The time in which buffers on the device are in use; closing waits until nothing is left in them. */
    interface Session extends AutoCloseable {
        @Override
        void close();
    }

    /** The progress of the latest checkpoint that is sound. */
    Optional<TrainingProgress> latest();

    /** Copies the latest checkpoint that is sound into these tensors; returns its progress, or nothing where there is none. */
    Optional<TrainingProgress> restore(Map<String, Tensor> state);

    /** The newer checkpoints that the last call of {@link #restore} passed over. */
    default List<DamagedCheckpoint> damaged() {
        return List.of();
    }

    /** From now on these keys and values are written into each file besides what it holds: what the model is. */
    default void describe(Map<String, String> metadata) {}

    /** Until the result is closed, tensors are copied to buffers on the device first, in the innermost scope. */
    Session open(StagingAllocator staging);

    /** Allocates what the first checkpoint and the first best weights would: that stalls the whole device. */
    void reserve(Map<String, Tensor> state, Map<String, Tensor> weights);

    /** Keeps the present values of the state; they may be written in the background. */
    void save(TrainingProgress progress, Map<String, Tensor> state);

    /** Keeps the weights of the best evaluation so far, in place of those before. */
    void saveBest(Map<String, Tensor> weights, TrainingProgress progress, Evaluation validation);

    /** Copies the best weights into these tensors; false where none are kept. */
    default boolean restoreBest(Map<String, Tensor> weights) {
        return false;
    }

    /** Waits until everything is kept. */
    void finish();

    /** Keeps nothing, and starts from the beginning. */
    static Checkpoints none() {
        return NoCheckpoints.NONE;
    }
}
