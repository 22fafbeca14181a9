package dev.stoker.data.internal.tuning;

import java.util.Map;

/**
 * What one task of a worker did: elements, bytes read, wall and processor time, and the times of stages if taken.
 *
 * @param first whether it is the first of its worker, in which libraries are loaded and files opened
 */
public record TaskMetrics(
        int elements,
        long bytes,
        long busyNanos,
        long processorNanos,
        boolean timed,
        boolean first,
        Map<String, StageTime> stages) {
    public TaskMetrics(
            int elements,
            long bytes,
            long busyNanos,
            long processorNanos,
            boolean timed,
            Map<String, StageTime> stages) {
        this(elements, bytes, busyNanos, processorNanos, timed, false, stages);
    }
}
