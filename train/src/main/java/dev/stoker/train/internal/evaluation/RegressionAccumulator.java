package dev.stoker.train.internal.evaluation;

import dev.stoker.core.DataType;
import dev.stoker.data.label.TargetScaling;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.RegressionMetrics;
import dev.stoker.train.step.RegressionLoss;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Sums of the errors of each target, and of the target itself, in one tensor. They are of standardized numbers in float64: squares of
 * numbers far from 0 would leave nothing of their variance.
 */
final class RegressionAccumulator implements MetricsAccumulator {
    private static final int LOSS = 0;
    private static final int IMAGES = 1;
    private static final int SUMS = 2;

    /** Squared errors, absolute errors, targets, squared targets. */
    private static final int SUMS_PER_TARGET = 4;

    private final RegressionLoss.OnDevice loss;
    private final TargetScaling scaling;
    private final int targets;
    private final Tensor sums;
    private final Optional<Communicator> ranks;
    private long images;

    RegressionAccumulator(RegressionLoss loss, Device device, Optional<Communicator> ranks) {
        this.loss = loss.on(device);
        this.ranks = ranks;
        scaling = loss.targets().scaling();
        targets = scaling.mean().size();
        sums = Tensor.zeros(DataType.FLOAT64, device, SUMS + SUMS_PER_TARGET * targets);
    }

    @Override
    public void clear() {
        sums.zeroInPlace();
        images = 0;
    }

    @Override
    public void add(Tensor predictions, Tensor labels, int size) {
        var mean = loss.loss(predictions, labels);
        sums.at(LOSS).addInPlace(mean.to(DataType.FLOAT64, sums.device()).times(size));
        var exact = loss.targets().exactOf(labels);
        var errors = predictions.to(DataType.FLOAT64, sums.device()).minus(exact);
        var ones = Tensor.zeros(DataType.FLOAT64, sums.device(), 1, size).fillInPlace(1);
        addColumns(0, ones, errors.times(errors));
        addColumns(1, ones, Functional.absoluteErrors(errors, errors.zerosLike()));
        addColumns(2, ones, exact);
        addColumns(3, ones, exact.times(exact));
        images += size;
    }

    private void addColumns(int which, Tensor ones, Tensor values) {
        sums.part(SUMS + (long) which * targets, targets)
                .addInPlace(ones.matrixTimes(values).flatten(0));
    }

    @Override
    public Evaluation read(CorruptImages corrupt) {
        try (var _ = TensorScope.open("evaluation");
                var _ = Gradients.off()) {
            sums.at(IMAGES).fillInPlace(images);
            ranks.ifPresent(communicator -> communicator.sum(sums));
            double[] host = sums.toHost().toArray(ValueLayout.JAVA_DOUBLE);
            images = (long) host[IMAGES];
            var perTarget = IntStream.range(0, targets)
                    .mapToObj(target -> score(target, host))
                    .toList();
            return Evaluation.ofRegression(
                    host[LOSS] / Math.max(1, images), images, new RegressionMetrics(perTarget), corrupt);
        }
    }

    private RegressionMetrics.TargetScore score(int target, double[] host) {
        double deviation = scaling.deviation().get(target);
        double mean = host[SUMS + 2 * targets + target] / Math.max(1, images);
        double squaredDeviations = host[SUMS + 3 * targets + target] - images * mean * mean;
        return new RegressionMetrics.TargetScore(
                images,
                deviation * deviation * host[SUMS + target],
                deviation * host[SUMS + targets + target],
                scaling.original(target, mean),
                deviation * deviation * Math.max(0, squaredDeviations));
    }
}
