package dev.stoker.train.internal.evaluation;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.train.evaluation.ConfusionMatrix;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.step.Loss;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;

/** Sums of all metrics, in one tensor on the device that the host reads once at the end. */
final class EvaluationAccumulator implements MetricsAccumulator {
    /** A matrix of 2,048 classes has 32 MiB; larger ones are not readable. */
    private static final int MOST_CLASSES = 2048;

    private static final int LOSS = 0;
    private static final int CORRECT = 1;
    private static final int TOP_FIVE = 2;
    private static final int IMAGES = 3;
    private static final int MATRIX = 4;

    private final int classes;
    private final Loss loss;
    private final Tensor sums;
    private final Optional<Communicator> ranks;
    private long images;

    EvaluationAccumulator(int classes, Loss loss, Device device) {
        this(classes, loss, device, Optional.empty());
    }

    EvaluationAccumulator(int classes, Loss loss, Device device, Optional<Communicator> ranks) {
        this.classes = classes;
        this.loss = loss;
        this.ranks = ranks;
        sums = Tensor.zeros(DataType.FLOAT64, device, MATRIX + cells());
    }

    private long cells() {
        return classes <= MOST_CLASSES ? (long) classes * classes : 0;
    }

    @Override
    public void clear() {
        sums.zeroInPlace();
        images = 0;
    }

    @Override
    public void add(Tensor logits, Tensor labels, int size) {
        var mean = loss.loss(logits, labels);
        var known = loss.classes(labels);
        var predictions = logits.argmax(1);
        sums.at(LOSS).addInPlace(mean.to(DataType.FLOAT64, sums.device()).times(size));
        sums.at(CORRECT).addInPlace(predictions.countEqual(known));
        sums.at(TOP_FIVE).addInPlace(logits.countAmongLargest(known, Math.min(5, classes)));
        if (cells() > 0) {
            var ones = Tensor.zeros(DataType.FLOAT64, sums.device(), size).fillInPlace(1);
            sums.part(MATRIX, cells()).addAtInPlace(known.timesWhole(classes).plus(predictions), ones);
        }
        images += size;
    }

    @Override
    public Evaluation read(CorruptImages corrupt) {
        try (var _ = TensorScope.open("evaluation");
                var _ = Gradients.off()) {
            sums.at(IMAGES).fillInPlace(images);
            ranks.ifPresent(communicator -> communicator.sum(sums));
            double[] host = sums.toHost().toArray(ValueLayout.JAVA_DOUBLE);
            images = (long) host[IMAGES];
            double count = Math.max(1, images);
            return new Evaluation(
                    host[LOSS] / count,
                    host[CORRECT] / count,
                    host[TOP_FIVE] / count,
                    images,
                    confusion(host),
                    corrupt);
        }
    }

    private Optional<ConfusionMatrix> confusion(double[] host) {
        if (cells() == 0) {
            return Optional.empty();
        }
        long[] counts = Arrays.stream(host, MATRIX, host.length)
                .mapToLong(value -> (long) value)
                .toArray();
        return Optional.of(new ConfusionMatrix(classes, counts));
    }
}
