package dev.stoker.telemetry.trace;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A finished trace: lanes in display order, and the duration of the recording.
 *
 * @param dropped the number of spans beyond the capacity
 * @param notes metadata of the run, by name
 */
public record RecordedTrace(List<Lane> lanes, long nanos, long dropped, Map<String, String> notes) {

    /** The spans of one lane, by time. */
    public record Lane(String name, List<Span> spans) {
        public Lane {
            spans = List.copyOf(spans);
        }
    }

    public RecordedTrace {
        lanes = lanes.stream().sorted(LaneRole.ORDER).toList();
        notes = Collections.unmodifiableSortedMap(new TreeMap<>(notes));
    }

    /** The number of spans of all lanes. */
    public long spans() {
        return lanes.stream().mapToLong(lane -> lane.spans().size()).sum();
    }
}
