package dev.stoker.data;

import java.time.Duration;
import java.util.Collection;

/**
 * What one stage of the data has done so far: elements and bytes that passed, the time spent on them, and the time that it
 * waited for the stage before it and for the stage after it. Times of stages that run on workers are sums over workers,
 * estimated from a part of the elements.
 */
public record StageStatistics(
        String stage,
        Kind kind,
        long elements,
        long bytes,
        Duration service,
        Duration waitedForInput,
        Duration waitedForOutput) {

    /** What a stage does. The first three add up to the time of the workers, but for a little in between. */
    public enum Kind {
        /** Reads the bytes of a sample from its source. */
        READ,
        /** Decodes an encoded image. */
        DECODE,
        /** All else that becomes of an element on a worker: maps, augmentation, writing its row. */
        TRANSFORM,
        /** What of the bytes that were read came from the near cache; its time is a part of the reading. */
        NEAR,
        /** The workers as a whole. */
        WORKERS,
        /** Who takes batches. */
        CONSUMER
    }

    /** The time that stages of a kind took together. */
    public static Duration service(Collection<StageStatistics> stages, Kind kind) {
        return stages.stream()
                .filter(stage -> stage.kind == kind)
                .map(StageStatistics::service)
                .reduce(Duration.ZERO, Duration::plus);
    }
}
