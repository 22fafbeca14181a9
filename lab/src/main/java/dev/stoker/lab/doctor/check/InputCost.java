package dev.stoker.lab.doctor.check;

import dev.stoker.data.storage.RequestStatistics;
import java.util.List;

/**
 * What the input pipeline did with an image, in seconds of a worker.
 *
 * @param reading from where it is stored, with the wait for a disk
 * @param decoding of its format; 0 where it is not timed apart, or there is nothing to decode
 * @param transforming crops, resizing and random transforms; with decoding where that is not timed apart
 * @param other what workers do besides
 * @param processor processor time of all of it
 * @param workers threads
 * @param blocked share of the time of workers in which they had no free batch to write to, while training
 * @param waiting share of the time of training in which it waited for input
 * @param decisions of the tuner
 * @param requests what was asked of a storage that is not on this machine
 */
public record InputCost(
        double reading,
        double decoding,
        double transforming,
        double other,
        double processor,
        int workers,
        double blocked,
        double waiting,
        List<String> decisions,
        RequestStatistics requests) {
    public InputCost {
        decisions = List.copyOf(decisions);
    }

    /** Of local data. */
    InputCost(
            double reading,
            double decoding,
            double transforming,
            double other,
            double processor,
            int workers,
            double blocked,
            double waiting,
            List<String> decisions) {
        this(
                reading,
                decoding,
                transforming,
                other,
                processor,
                workers,
                blocked,
                waiting,
                decisions,
                RequestStatistics.NONE);
    }

    /** With requests to a storage. */
    InputCost with(RequestStatistics other) {
        return new InputCost(
                reading, decoding, transforming, this.other, processor, workers, blocked, waiting, decisions, other);
    }

    /** Seconds of a worker for one image. */
    double busy() {
        return reading + decoding + transforming + other;
    }

    /** A part of it as a share. */
    double share(double part) {
        return busy() == 0 ? 0 : Math.clamp(part / busy(), 0, 1);
    }

    /**
     * A part that computes, as a share of the processor time: workers that wait for a disk or, where there are more of them than cores,
     * for each other, are busy for longer.
     */
    double computing(double part) {
        double all = Math.max(Math.min(processor, busy()), decoding + transforming);
        return all == 0 ? 0 : Math.clamp(part / all, 0, 1);
    }

    /** Seconds in which a worker neither computed nor was blocked, such as waiting for a disk. */
    double idle() {
        return Math.max(0, busy() - processor);
    }
}
