package dev.stoker.train.step;

import dev.stoker.core.Task;
import dev.stoker.data.label.LabelSets;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;

/**
 * Binary cross entropy of each class, summed over classes, for samples that have any number of them; a label is the number of a set.
 * With a gamma above 0 it is the focal loss of Lin et al. (2017): a class counts by (1 - probability of what is right)^gamma.
 *
 * @param labelSmoothing by which targets move from 0 and 1 towards a half
 */
public record MultiLabelLoss(LabelSets sets, double gamma, double labelSmoothing) implements Loss {
    public MultiLabelLoss {
        if (!(gamma >= 0 && Double.isFinite(gamma))) {
            throw new IllegalArgumentException("gamma of the focal loss must be at least 0, got " + gamma);
        }
        ClassificationLoss.checkSmoothing(labelSmoothing);
    }

    @Override
    public Tensor loss(Tensor logits, Tensor labels) {
        return on(logits.device()).loss(logits, labels);
    }

    @Override
    public Loss forEvaluation() {
        return new MultiLabelLoss(sets, 0, 0);
    }

    @Override
    public Task task() {
        return Task.MULTI_LABEL;
    }

    @Override
    public OnDevice on(Device device) {
        return new OnDevice(this, Tensor.of(sets.multiHot(), device, sets.sets().size(), sets.classes()));
    }

    /** With the sets as rows of a tensor, which is made once: a captured step must not copy it from the host. */
    public record OnDevice(MultiLabelLoss settings, Tensor multiHot) implements Loss {
        @Override
        public Tensor loss(Tensor logits, Tensor labels) {
            var targets = smoothed(targets(labels));
            var losses = Functional.binaryCrossEntropy(logits, targets);
            var weighted = settings.gamma == 0 ? losses : losses.times(focus(logits, targets));
            return weighted.sum().times(1.0 / logits.sizes()[0]);
        }

        private Tensor smoothed(Tensor targets) {
            double smoothing = settings.labelSmoothing;
            return smoothing == 0 ? targets : targets.times(1 - smoothing).plus(smoothing / 2);
        }

        /** The probability of what is wrong, to the power of gamma. */
        private Tensor focus(Tensor logits, Tensor targets) {
            var probabilities = Functional.sigmoid(logits);
            return targets.plus(probabilities)
                    .minus(targets.times(probabilities).times(2))
                    .atLeast(FocalLoss.LEAST_COMPLEMENT)
                    .toPower(settings.gamma);
        }

        /** A row for each label: 1 for the classes of its set, 0 for the others. */
        public Tensor targets(Tensor labels) {
            return Functional.embedding(multiHot, labels);
        }

        @Override
        public Tensor metricSum(Tensor logits, Tensor labels) {
            return logits.countMatchingRows(targets(labels));
        }

        @Override
        public Task task() {
            return Task.MULTI_LABEL;
        }
    }
}
