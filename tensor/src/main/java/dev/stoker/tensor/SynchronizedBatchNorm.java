package dev.stoker.tensor;

import dev.stoker.core.DataType;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.tensor.internal.norm.BatchNormKernel;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.ScalarTypeOptional;

/**
 * Batch norm over the images of all ranks (SyncBatchNorm): they sum values and squares of each channel on the way forward, and
 * two sums of gradients on the way back. Sums are of 64 bits, so the variance does not suffer from large means.
 */
final class SynchronizedBatchNorm implements BatchNormKernel {
    private static final long CHANNEL = 1;

    private final Communicator ranks;

    SynchronizedBatchNorm(Communicator ranks) {
        this.ranks = ranks;
    }

    @Override
    public boolean supports(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        return norm.inputBias().isEmpty() && norm.pooling().isEmpty();
    }

    @Override
    public Applied apply(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        norm.batches().ifPresent(count -> count.addInPlace(1));
        Statistics statistics;
        Tensor normalized;
        try (var _ = Gradients.off()) {
            statistics = statistics(x, norm);
            normalized =
                    x.to(computed(x.type()), x.device()).minus(statistics.mean).times(statistics.inverseDeviation);
        }
        normalized = normalized.detach().requireGradient();
        var added = summand.map(tensor -> tensor.detach().requireGradient());
        var shaped = normalized
                .times(perChannel(norm.weight(), x))
                .plus(perChannel(norm.bias(), x))
                .to(x.type(), x.device());
        var output = norm.activation().of(added.map(shaped::plus).orElse(shaped));
        return new Normalized(new RecordedNorm(normalized, added, norm, output), statistics, x.type());
    }

    /** Of a channel on all ranks, broadcast over images and positions. */
    private record Statistics(Tensor mean, Tensor inverseDeviation, double count) {}

    private Statistics statistics(Tensor x, BatchNorm norm) {
        long channels = x.sizes()[(int) CHANNEL];
        var sums = Tensor.zeros(DataType.FLOAT64, x.device(), 2 * channels + 1);
        var wide = x.to(DataType.FLOAT64, x.device());
        sums.part(0, channels).copyFrom(sumPerChannel(wide));
        sums.part(channels, channels).copyFrom(sumPerChannel(wide.times(wide)));
        sums.at(2 * channels).fillInPlace((double) x.elements() / channels);
        ranks.sum(sums);
        double count = sums.at(2 * channels).value();
        var mean = sums.part(0, channels).times(1 / count);
        var variance = sums.part(channels, channels).times(1 / count).minus(mean.times(mean));
        follow(norm.runningMean(), mean, norm.momentum());
        follow(norm.runningVariance(), variance.times(count / Math.max(1, count - 1)), norm.momentum());
        var deviation = Tensor.of(variance.plus(norm.epsilon()).handle().sqrt());
        return new Statistics(
                perChannel(mean.to(computed(x.type()), x.device()), x),
                perChannel(deviation.reciprocal().to(computed(x.type()), x.device()), x),
                count);
    }

    /** 16-bit values are normalized in 32 bits, as by libtorch. */
    private static DataType computed(DataType type) {
        return type == DataType.FLOAT64 ? type : DataType.FLOAT32;
    }

    private static void follow(Tensor running, Tensor latest, double momentum) {
        running.copyFrom(running.times(1 - momentum)
                .plus(latest.to(running.type(), running.device()).times(momentum)));
    }

    private static Tensor sumPerChannel(Tensor x) {
        return Tensor.of(x.handle().sum(otherDimensions(x), false, new ScalarTypeOptional()));
    }

    private static long[] otherDimensions(Tensor x) {
        return LongStream.range(0, x.sizes().length)
                .filter(dimension -> dimension != CHANNEL)
                .toArray();
    }

    private static Tensor perChannel(Tensor values, Tensor x) {
        long[] sizes = new long[x.sizes().length];
        Arrays.fill(sizes, 1);
        sizes[(int) CHANNEL] = values.elements();
        return values.reshape(sizes);
    }

    /** What follows the normalization is autograd's, and what precedes it is computed here. */
    private final class Normalized implements Applied {
        private final RecordedNorm recorded;
        private final Statistics statistics;
        private final DataType type;

        Normalized(RecordedNorm recorded, Statistics statistics, DataType type) {
            this.recorded = recorded;
            this.statistics = statistics;
            this.type = type;
        }

        @Override
        public Tensor output() {
            return recorded.output();
        }

        @Override
        public InputGradients backward(List<Tensor> gradients) {
            var found = recorded.backward(gradients);
            try (var _ = Gradients.off()) {
                return new InputGradients(ofInput(found.x()), found.summand());
            }
        }

        /** The mean and the part along the normalized values, over all ranks, do not change the output. */
        private Tensor ofInput(Tensor gradient) {
            long channels = gradient.sizes()[(int) CHANNEL];
            var sums = Tensor.zeros(DataType.FLOAT64, gradient.device(), 2 * channels);
            var values = recorded.input().detach();
            sums.part(0, channels).copyFrom(sumPerChannel(gradient));
            sums.part(channels, channels).copyFrom(sumPerChannel(gradient.times(values)));
            ranks.sum(sums);
            var means = sums.times(1 / statistics.count).to(gradient.type(), gradient.device());
            var mean = perChannel(means.part(0, channels), gradient);
            var along = perChannel(means.part(channels, channels), gradient);
            return gradient.minus(mean)
                    .minus(values.times(along))
                    .times(statistics.inverseDeviation)
                    .to(type, gradient.device());
        }
    }
}
