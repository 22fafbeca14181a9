package dev.stoker.train.internal.step;

import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;

/**
 * A term of the loss of a micro-batch.
 *
 * @param part that it has in the loss of the batch, to compute gradients of
 * @param total what metrics add up
 */
record LossTerm(Tensor part, Tensor total) {
    /** {@code ofMicroBatch} is what the function of the loss returned for {@code count} images, of {@code batch} that are here. */
    static LossTerm of(BatchLoss loss, Tensor ofMicroBatch, int count, int batch) {
        // So that gradients add up to those of the whole batch: of the micro-batches here and on all ranks.
        var part = loss.part(ofMicroBatch, count, batch);
        try (var _ = Gradients.off()) {
            return new LossTerm(part, loss.total(ofMicroBatch, count));
        }
    }

    /** Another term with a share, and this one with the rest. */
    LossTerm mixedWith(LossTerm other, double share) {
        var mixed = part.times(1 - share).plus(other.part.times(share));
        try (var _ = Gradients.off()) {
            return new LossTerm(mixed, total.times(1 - share).plus(other.total.times(share)));
        }
    }
}
