package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.tensor.collective.Reduction;
import dev.stoker.train.evaluation.LossAndAccuracy;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;

/**
 * Sums of loss and of the metric of training, such as correct predictions, on the device so that steps need not wait for the host to read them. On several ranks the
 * sums of a step are exchanged while it computes, so that every rank has those of all.
 */
public final class RunningMetrics {
    private final Tensor sums;
    private final Optional<Communicator> ranks;
    /** Of the present step on this rank; those of all steps where there is no other rank. */
    private final Tensor ofStep;

    private Optional<Reduction> exchange = Optional.empty();
    private long images;

    public RunningMetrics(Device device) {
        this(device, Optional.empty());
    }

    public RunningMetrics(Device device, Optional<Communicator> ranks) {
        this.ranks = ranks;
        sums = Tensor.zeros(DataType.FLOAT64, device, 2);
        ofStep = ranks.isPresent() ? sums.zerosLike() : sums;
    }

    /** Adds the loss of a micro-batch, times its images, and the sum of their metric. */
    void add(Tensor loss, Tensor metric) {
        try (var _ = Gradients.off()) {
            ofStep.at(0).addInPlace(loss);
            ofStep.at(1).addInPlace(metric);
        }
    }

    /** All forward passes of a step are done. */
    void startExchange() {
        exchange = ranks.map(communicator -> communicator.startSum(ofStep));
    }

    void finishExchange() {
        exchange.ifPresent(started -> {
            started.join();
            try (var _ = Gradients.off()) {
                sums.addInPlace(ofStep);
                ofStep.zeroInPlace();
            }
        });
        exchange = Optional.empty();
    }

    /** Takes over the sums of others, which start again; images are counted where batches are given out. */
    public void take(RunningMetrics others) {
        try (var _ = Gradients.off()) {
            sums.addInPlace(others.sums);
            others.sums.zeroInPlace();
        }
    }

    /** Counts images; a replayed step adds to the sums without calling {@link #add}. */
    public void count(int size) {
        images += size;
    }

    /** Loss and accuracy, and another number that was read with them. */
    public record Reading(LossAndAccuracy score, double number) {}

    /** Waits for the device. */
    public LossAndAccuracy score() {
        try (var _ = TensorScope.open("metrics")) {
            return score(sums.toHost());
        }
    }

    /** Loss and accuracy and a number that is on the device, with one wait. */
    public Reading scoreWith(Tensor number) {
        try (var _ = TensorScope.open("metrics");
                var _ = Gradients.off()) {
            var all = Tensor.zeros(DataType.FLOAT64, sums.device(), 3);
            all.part(0, 2).copyFrom(sums);
            all.at(2).copyFrom(number);
            var host = all.toHost();
            return new Reading(score(host), host.getAtIndex(ValueLayout.JAVA_DOUBLE, 2));
        }
    }

    private LossAndAccuracy score(MemorySegment host) {
        double loss = host.getAtIndex(ValueLayout.JAVA_DOUBLE, 0);
        double metric = host.getAtIndex(ValueLayout.JAVA_DOUBLE, 1);
        return new LossAndAccuracy(images == 0 ? 0 : loss / images, images == 0 ? 0 : metric / images);
    }

    public void clear() {
        sums.zeroInPlace();
        images = 0;
    }

    public Tensor sums() {
        return sums;
    }

    /** What a step changes before it is complete. */
    List<Tensor> changing() {
        return ranks.isPresent() ? List.of(sums, ofStep) : List.of(sums);
    }

    public long images() {
        return images;
    }

    public void continueFrom(long seen) {
        images = seen;
    }
}
