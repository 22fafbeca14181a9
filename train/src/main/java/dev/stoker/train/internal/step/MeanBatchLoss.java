package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Tensor;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.step.Loss;

/** A mean over images, each of which counts the same. */
final class MeanBatchLoss implements BatchLoss {
    private final Loss function;
    private final boolean alone;
    /** What the loss of a share is divided by on several ranks: the images of the whole batch. */
    private final Tensor inverseBatch;

    MeanBatchLoss(Loss function, StepResources resources) {
        this.function = function;
        alone = resources.isAlone();
        inverseBatch = Tensor.zeros(DataType.FLOAT32, resources.device());
    }

    @Override
    public Loss function() {
        return function;
    }

    @Override
    public void prepare(DeviceInput input) {
        inverseBatch.fillInPlace(1.0 / Math.max(1, input.wholeSize()));
    }

    @Override
    public void agree() {
        // Every rank knows how many images there are.
    }

    @Override
    public Tensor part(Tensor loss, int count, int batch) {
        if (!alone) {
            return loss.times(count).times(inverseBatch);
        }
        return count == batch ? loss : loss.times(count / (double) batch);
    }

    @Override
    public Tensor total(Tensor loss, int count) {
        return loss.to(DataType.FLOAT64, loss.device()).times(count);
    }
}
