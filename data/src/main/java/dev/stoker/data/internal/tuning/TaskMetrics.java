package dev.stoker.data.internal.tuning;

import java.util.Map;

/** What one task of a worker did: elements, bytes read, wall and processor time, and the times of stages if taken. */
public record TaskMetrics(
        int elements, long bytes, long busyNanos, long processorNanos, boolean timed, Map<String, StageTime> stages) {}
