package dev.stoker.train;

import dev.stoker.core.ElementType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Sums of loss and right answers, kept on the device so that steps need not wait for the host to read them. */
final class Totals {
    private final Tensor sums;
    private long images;

    Totals(Device device) {
        sums = Tensor.zeros(ElementType.FLOAT64, device, 2);
    }

    void add(Tensor meanLoss, Tensor logits, Tensor labels, int size) {
        try (var _ = Gradients.off()) {
            sums.at(0)
                    .addInPlace(meanLoss.to(ElementType.FLOAT64, sums.device()).times(size));
            sums.at(1).addInPlace(logits.argmax(1).countEqual(labels));
        }
    }

    /** Pictures whose sums are being added; a replayed step adds them without passing through {@link #add}. */
    void count(int size) {
        images += size;
    }

    /** The score, and a number that was computed besides. */
    record Reading(Score score, double number) {}

    /** Waits for the device. */
    Score score() {
        try (var _ = TensorScope.open("totals")) {
            return score(sums.toHost());
        }
    }

    /** The score and a number that lies on the device, by waiting once. */
    Reading scoreAnd(Tensor number) {
        try (var _ = TensorScope.open("totals");
                var _ = Gradients.off()) {
            var all = Tensor.zeros(ElementType.FLOAT64, sums.device(), 3);
            all.part(0, 2).copyFrom(sums);
            all.at(2).copyFrom(number);
            var host = all.toHost();
            return new Reading(score(host), host.getAtIndex(ValueLayout.JAVA_DOUBLE, 2));
        }
    }

    private Score score(MemorySegment host) {
        double loss = host.getAtIndex(ValueLayout.JAVA_DOUBLE, 0);
        double right = host.getAtIndex(ValueLayout.JAVA_DOUBLE, 1);
        return new Score(images == 0 ? 0 : loss / images, images == 0 ? 0 : right / images);
    }

    void clear() {
        sums.zeroInPlace();
        images = 0;
    }

    Tensor sums() {
        return sums;
    }

    long images() {
        return images;
    }

    void continueFrom(long seen) {
        images = seen;
    }
}
