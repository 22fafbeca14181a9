package dev.stoker.telemetry.trace;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A finished trace: lanes in display order, and the duration of the recording.
 *
 * @param dropped the number of spans beyond the capacity
 * @param metadata facts of the run, by name
 */
public record RecordedTrace(List<Lane> lanes, long nanos, long dropped, Map<String, String> metadata) {

    /** The spans of one lane, by time. */
    public record Lane(String name, List<Span> spans) {
        public Lane {
            spans = List.copyOf(spans);
        }
    }

    public RecordedTrace {
        lanes = lanes.stream().sorted(LaneRole.ORDER).toList();
        metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    }

    /** The number of spans of all lanes. */
    public long spans() {
        return lanes.stream().mapToLong(lane -> lane.spans().size()).sum();
    }
}
