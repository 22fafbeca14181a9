package dev.stoker.train.step;

import dev.stoker.data.label.SoftLabels;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;

/**
 * Cross entropy against probabilities of classes; a label is the number of a row of them. A prediction is right where it is the most
 * probable class of the row.
 *
 * @param labelSmoothing probability that is spread over all classes; 0 disables
 */
public record SoftLabelLoss(SoftLabels labels, double labelSmoothing) implements Loss {
    public SoftLabelLoss {
        ClassificationLoss.checkSmoothing(labelSmoothing);
    }

    @Override
    public Tensor loss(Tensor logits, Tensor rows) {
        return on(logits.device()).loss(logits, rows);
    }

    @Override
    public Loss forEvaluation() {
        return new SoftLabelLoss(labels, 0);
    }

    @Override
    public OnDevice on(Device device) {
        int rows = labels.rows().size();
        var shares = new float[Math.multiplyExact(rows, labels.classes())];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = labels.rows()
                    .get(i / labels.classes())
                    .get(i % labels.classes())
                    .floatValue();
        }
        return new OnDevice(labelSmoothing, Tensor.of(shares, device, rows, labels.classes()));
    }

    /** With the probabilities as rows of a tensor, which is made once: a captured step must not copy it from the host. */
    public record OnDevice(double labelSmoothing, Tensor probabilities) implements Loss {
        @Override
        public Tensor loss(Tensor logits, Tensor rows) {
            return Functional.logSoftmax(logits)
                    .times(smoothed(Functional.embedding(probabilities, rows), logits.sizes()[1]))
                    .sum()
                    .times(-1.0 / logits.sizes()[0]);
        }

        private Tensor smoothed(Tensor targets, long classes) {
            return labelSmoothing == 0
                    ? targets
                    : targets.times(1 - labelSmoothing).plus(labelSmoothing / classes);
        }

        @Override
        public Tensor classes(Tensor rows) {
            return Functional.embedding(probabilities, rows).argmax(1);
        }
    }
}
