package dev.stoker.train.measure;

import dev.stoker.train.TimeBreakdown;

/**
 * What was measured of a part of training, after its warm-up.
 *
 * @param processorSeconds processor time of the whole process meanwhile
 * @param launchSeconds in which the host launched steps; it waited for the device or for input in the rest
 * @param time where the time of everything went; none for other parts
 */
public record Throughput(
        MeasuredPart part,
        long images,
        double seconds,
        double processorSeconds,
        double launchSeconds,
        TimeBreakdown time,
        FeedReading feed) {
    public Throughput {
        if (images < 0 || !(seconds > 0)) {
            throw new IllegalArgumentException(
                    "images must be at least 0 and seconds above 0, got %d and %s".formatted(images, seconds));
        }
    }

    public double imagesPerSecond() {
        return images / seconds;
    }

    /** Processor time of an image. */
    public double processorSecondsPerImage() {
        return images == 0 ? 0 : processorSeconds / images;
    }
}
