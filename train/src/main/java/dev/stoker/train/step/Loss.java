package dev.stoker.train.step;

import dev.stoker.core.Task;
import dev.stoker.data.label.LabelSets;
import dev.stoker.data.label.SoftLabels;
import dev.stoker.data.label.TargetScaling;
import dev.stoker.data.label.TargetValues;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;

/**
 * The loss function of a training. It may be your own: compute it by tensor operations that gradients pass through. On a GPU
 * the step is captured once and replayed, so a loss must not read values to the host ({@link Tensor#value}), and it must do the
 * same operations each time. With Mixup or CutMix it is called for both labels of an image, and the results are weighted.
 */
@FunctionalInterface
public interface Loss {
    /**
     * The mean loss of a batch.
     *
     * @param logits float32, images × classes
     * @param labels int64, the class of each image; the number of a row of targets where that is not one class
     * @return float32 without dimensions
     */
    Tensor loss(Tensor logits, Tensor labels);

    /** The loss that evaluations report; the same by default. */
    default Loss forEvaluation() {
        return this;
    }

    /** What a model with this loss says of a sample: one class by default. */
    default Task task() {
        return Task.CLASSIFICATION;
    }

    /**
     * The same loss with everything that it needs on a device. It is made once, before steps are captured; tensors belong to the innermost
     * scope.
     */
    default Loss on(Device device) {
        return this;
    }

    /** The class (int64) of samples by their labels: the label itself by default. */
    default Tensor classes(Tensor labels) {
        return labels;
    }

    /**
     * What the metric of training adds up, as one float64: the number of rows that are predicted right, those whose largest logit is that of
     * their class; of regression, the sum of their errors.
     */
    default Tensor metricSum(Tensor logits, Tensor labels) {
        return logits.argmax(1).countEqual(classes(labels));
    }

    /** Binary cross entropy for samples with any number of classes; a label is the number of its set. */
    static Loss multiLabel(LabelSets sets, double labelSmoothing) {
        return new MultiLabelLoss(sets, 0, labelSmoothing);
    }

    /** The same as a focal loss. */
    static Loss multiLabelFocal(LabelSets sets, double gamma, double labelSmoothing) {
        return new MultiLabelLoss(sets, gamma, labelSmoothing);
    }

    /** Cross entropy against probabilities of classes; a label is the number of its row. */
    static Loss softLabels(SoftLabels labels, double labelSmoothing) {
        return new SoftLabelLoss(labels, labelSmoothing);
    }

    /** Mean squared error for numbers; a label is the number of its row. */
    static RegressionLoss squaredError(TargetValues values, TargetScaling scaling) {
        return new SquaredError(new RegressionTargets(values, scaling));
    }

    /** Mean absolute error for numbers; evaluations report the squared one. */
    static RegressionLoss absoluteError(TargetValues values, TargetScaling scaling) {
        return new AbsoluteError(new RegressionTargets(values, scaling));
    }

    /** Huber loss for numbers, with delta in deviations of a target; evaluations report the squared error. */
    static RegressionLoss huber(TargetValues values, TargetScaling scaling, double delta) {
        return new HuberLoss(new RegressionTargets(values, scaling), delta);
    }

    /** Cross entropy, the default. Evaluations report it without label smoothing. */
    static ClassificationLoss crossEntropy(double labelSmoothing) {
        return new CrossEntropy(labelSmoothing);
    }

    /** Focal loss; evaluations report cross entropy. */
    static ClassificationLoss focal(double gamma, double labelSmoothing) {
        return new FocalLoss(gamma, labelSmoothing);
    }

    /** Binary cross entropy of each class against all others; evaluations report cross entropy. */
    static ClassificationLoss binaryCrossEntropy(double labelSmoothing) {
        return new BinaryCrossEntropy(labelSmoothing);
    }
}
