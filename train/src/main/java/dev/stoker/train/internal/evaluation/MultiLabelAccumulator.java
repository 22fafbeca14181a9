package dev.stoker.train.internal.evaluation;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.MultiLabelMetrics;
import dev.stoker.train.step.MultiLabelLoss;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.stream.IntStream;

/** Sums of the metrics of samples with any number of classes, in one tensor. */
final class MultiLabelAccumulator implements MetricsAccumulator {
    private static final int LOSS = 0;
    private static final int EXACT = 1;
    private static final int IMAGES = 2;
    private static final int HISTOGRAM = 3;

    private final int classes;
    private final MultiLabelLoss.OnDevice loss;
    private final Tensor sums;
    private final Optional<Communicator> ranks;
    private long images;

    MultiLabelAccumulator(MultiLabelLoss.OnDevice loss, Device device, Optional<Communicator> ranks) {
        classes = loss.settings().sets().classes();
        this.loss = loss;
        this.ranks = ranks;
        sums = Tensor.zeros(DataType.FLOAT64, device, HISTOGRAM + ScoreHistogram.cells(classes));
    }

    @Override
    public void clear() {
        sums.zeroInPlace();
        images = 0;
    }

    @Override
    public void add(Tensor logits, Tensor labels, int size) {
        var mean = loss.loss(logits, labels);
        sums.at(LOSS).addInPlace(mean.to(DataType.FLOAT64, sums.device()).times(size));
        sums.at(EXACT).addInPlace(loss.metricSum(logits, labels));
        ScoreHistogram.add(sums.part(HISTOGRAM, ScoreHistogram.cells(classes)), logits, loss.targets(labels));
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
            int cells = Math.toIntExact(ScoreHistogram.cells(1));
            var perClass = IntStream.range(0, classes)
                    .mapToObj(label -> ScoreHistogram.score(label, host, HISTOGRAM + label * cells))
                    .toList();
            return Evaluation.ofMultiLabel(
                    host[LOSS] / count, images, new MultiLabelMetrics(host[EXACT] / count, perClass), corrupt);
        }
    }
}
