package dev.stoker.train.step;

import dev.stoker.core.DataType;
import dev.stoker.core.Task;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;

/**
 * A loss for models that say numbers: the mean over samples and targets of an error in deviations of the target; a label is the number of
 * a row of targets. Evaluations report the mean squared error whatever the loss, so that runs can be compared.
 */
public sealed interface RegressionLoss extends Loss permits SquaredError, AbsoluteError, HuberLoss {
    RegressionTargets targets();

    /** The mean error of standardized predictions, samples × targets. */
    Tensor mean(Tensor predictions, Tensor standardized);

    @Override
    default Tensor loss(Tensor predictions, Tensor labels) {
        return on(predictions.device()).loss(predictions, labels);
    }

    @Override
    default Loss forEvaluation() {
        return new SquaredError(targets());
    }

    @Override
    default Task task() {
        return Task.REGRESSION;
    }

    @Override
    default OnDevice on(Device device) {
        return new OnDevice(this, targets().on(device));
    }

    /** With the targets as tensors. */
    record OnDevice(RegressionLoss settings, RegressionTargets.OnDevice targets) implements Loss {
        @Override
        public Tensor loss(Tensor predictions, Tensor labels) {
            return settings.mean(predictions, targets.of(labels));
        }

        /** The sum over samples of their mean absolute error in units of the data. */
        @Override
        public Tensor metricSum(Tensor predictions, Tensor labels) {
            return Functional.absoluteErrors(predictions, targets.of(labels))
                    .to(DataType.FLOAT64, predictions.device())
                    .times(targets.deviations())
                    .sum()
                    .times(1.0 / predictions.sizes()[1]);
        }

        @Override
        public Task task() {
            return Task.REGRESSION;
        }
    }
}
