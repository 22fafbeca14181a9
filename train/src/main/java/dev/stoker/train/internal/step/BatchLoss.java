package dev.stoker.train.internal.step;

import dev.stoker.tensor.Tensor;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.step.ClassWeightedLoss;
import dev.stoker.train.step.Loss;

/** How the losses of micro-batches, here and on other ranks, add up to the loss of a whole batch. */
sealed interface BatchLoss permits MeanBatchLoss, WeightedBatchLoss {
    /** Tensors that it makes belong to the innermost scope. */
    static BatchLoss of(Loss loss, StepResources resources) {
        return loss instanceof ClassWeightedLoss weighted
                ? new WeightedBatchLoss(weighted, resources)
                : new MeanBatchLoss(loss.on(resources.device()), resources);
    }

    /** The loss of a micro-batch, of which {@link #part} makes its part of the whole. */
    Loss function();

    /** Writes into tensors what the losses of the batch in the input are divided by, as far as this rank knows it. */
    void prepare(DeviceInput input);

    /** Asks the other ranks for what this one does not know; all ranks call this for each batch. */
    void agree();

    /** The part that a micro-batch of {@code count} images has in the loss of the batch, of which {@code batch} are here. */
    Tensor part(Tensor loss, int count, int batch);

    /** What metrics add up, in float64: over all micro-batches and ranks it is the loss of the batch times its images. */
    Tensor total(Tensor loss, int count);
}
