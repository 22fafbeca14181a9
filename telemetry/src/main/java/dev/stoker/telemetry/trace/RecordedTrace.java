package dev.stoker.telemetry.trace;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A trace that is no longer written to: lanes in the order that they are shown in, and for how long it was recorded.
 *
 * @param dropped spans that found no room
 * @param notes what is worth knowing about the run, in words
 */
public record RecordedTrace(List<Lane> lanes, long nanos, long dropped, Map<String, String> notes) {

    /** What happened on one lane, by time. */
    public record Lane(String name, List<Span> spans) {
        public Lane {
            spans = List.copyOf(spans);
        }
    }

    public RecordedTrace {
        lanes = lanes.stream().sorted(LaneRole.ORDER).toList();
        notes = Collections.unmodifiableSortedMap(new TreeMap<>(notes));
    }

    /** Spans of all lanes. */
    public long spans() {
        return lanes.stream().mapToLong(lane -> lane.spans().size()).sum();
    }
}
