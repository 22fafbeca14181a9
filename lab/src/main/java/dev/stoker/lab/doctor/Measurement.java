package dev.stoker.lab.doctor;

import dev.stoker.data.StageStatistics;
import dev.stoker.train.TimeBreakdown;
import dev.stoker.train.measure.FeedReading;
import dev.stoker.train.measure.MeasuredPart;
import dev.stoker.train.measure.Throughput;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A part of training, measured in rounds. */
public record Measurement(MeasuredPart part, List<Throughput> rounds) {
    public Measurement {
        rounds = List.copyOf(rounds);
        if (rounds.isEmpty()) {
            throw new IllegalArgumentException("%s was measured in no round".formatted(part.key()));
        }
    }

    /** Of images per second, over the rounds. */
    public ConfidenceInterval interval() {
        return ConfidenceInterval.of(
                rounds.stream().map(Throughput::imagesPerSecond).toList());
    }

    public double imagesPerSecond() {
        return interval().mean();
    }

    /** Processor time of the process for an image. */
    public double processorSecondsPerImage() {
        return perImage(Throughput::processorSeconds);
    }

    /** Cores that the process kept busy, on average. */
    public double busyCores() {
        return sum(Throughput::processorSeconds) / sum(Throughput::seconds);
    }

    /** The share of the time in which the host launched steps. */
    public double launchShare() {
        return sum(Throughput::launchSeconds) / sum(Throughput::seconds);
    }

    /** Where the time of all rounds went; none where the part is not everything. */
    public TimeBreakdown time() {
        return rounds.stream().map(Throughput::time).reduce(TimeBreakdown.NONE, TimeBreakdown::plus);
    }

    /** What the input pipeline did in the last round. */
    public FeedReading feed() {
        return rounds.getLast().feed();
    }

    /** Seconds of workers for an image that they read. */
    public double readingSecondsPerImage() {
        return perImage(round -> StageStatistics.service(round.feed().stages(), StageStatistics.Kind.READ)
                        .toNanos()
                * 1e-9);
    }

    private double perImage(ToDoubleFunction<Throughput> seconds) {
        return sum(seconds) / Math.max(1, sum(Throughput::images));
    }

    private double sum(ToDoubleFunction<Throughput> number) {
        return rounds.stream().mapToDouble(number).sum();
    }
}
