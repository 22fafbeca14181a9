package dev.stoker.telemetry.trace;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The summary of a trace: how busy each lane was, and how much of the copying to a device overlapped with its computing. A
 * waiting lane is not busy, so time in spans that are called a wait is counted separately.
 */
public record TraceSummary(long nanos, long dropped, List<LaneSummary> lanes, Optional<Overlap> overlap) {
    private static final String WAIT = "wait";

    /** One lane; shares are of the recorded time. */
    public record LaneSummary(
            String lane, int spans, double busy, double waiting, String longest, long longestStart, long longestNanos) {
        private Map<String, Object> fields() {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("lane", lane);
            fields.put("spans", spans);
            fields.put("busy", busy);
            fields.put("waiting", waiting);
            fields.put("longest", longest);
            fields.put("longest_ms", longestNanos / 1e6);
            fields.put("longest_at_ms", longestStart / 1e6);
            return fields;
        }

        /** The longest span, as text. */
        public String longestText() {
            return "%s, %s at %s".formatted(longest, TimeRanges.text(longestNanos), TimeRanges.text(longestStart));
        }
    }

    /** The time of copying, and how much of it some device was computing. */
    public record Overlap(long copied, long whileComputing) {
        public double share() {
            return copied == 0 ? 0 : whileComputing / (double) copied;
        }

        /** As text. */
        public String text() {
            return "%s of %s, %.0f %%"
                    .formatted(TimeRanges.text(whileComputing), TimeRanges.text(copied), 100 * share());
        }
    }

    public TraceSummary {
        lanes = List.copyOf(lanes);
    }

    public static TraceSummary of(RecordedTrace trace) {
        var lanes = trace.lanes().stream()
                .filter(lane -> !lane.spans().isEmpty())
                .map(lane -> of(lane, trace.nanos()))
                .toList();
        return new TraceSummary(trace.nanos(), trace.dropped(), lanes, overlap(trace));
    }

    /** The summary of a lane with spans. */
    static LaneSummary of(RecordedTrace.Lane lane, long recorded) {
        double nanos = Math.max(1, recorded);
        var all = TimeRanges.union(lane.spans().stream());
        var waits = TimeRanges.union(lane.spans().stream().filter(TraceSummary::isWait));
        var longest =
                lane.spans().stream().max(Comparator.comparingLong(Span::nanos)).orElseThrow();
        return new LaneSummary(
                lane.name(),
                lane.spans().size(),
                (TimeRanges.nanos(all) - TimeRanges.nanos(waits)) / nanos,
                TimeRanges.nanos(waits) / nanos,
                longest.name(),
                longest.start(),
                longest.nanos());
    }

    private static boolean isWait(Span span) {
        return isWait(span.name());
    }

    static boolean isWait(String name) {
        return name.startsWith(WAIT);
    }

    /** Present where there are lanes of both kinds. */
    private static Optional<Overlap> overlap(RecordedTrace trace) {
        var copying = TimeRanges.union(working(trace, LaneRole.COPY));
        var computing = TimeRanges.union(working(trace, LaneRole.DEVICE));
        return copying.isEmpty() || computing.isEmpty()
                ? Optional.empty()
                : Optional.of(new Overlap(TimeRanges.nanos(copying), TimeRanges.common(copying, computing)));
    }

    private static Stream<Span> working(RecordedTrace trace, LaneRole role) {
        return trace.lanes().stream()
                .filter(lane -> LaneRole.of(lane.name()) == role)
                .flatMap(lane -> lane.spans().stream())
                .filter(span -> !isWait(span));
    }

    /** The fields under their names in JSON. */
    public Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("recorded_ms", nanos / 1e6);
        fields.put("dropped_spans", dropped);
        fields.put("lanes", lanes.stream().map(LaneSummary::fields).toList());
        overlap.ifPresent(both -> {
            fields.put("copied_ms", both.copied / 1e6);
            fields.put("copied_while_computing_ms", both.whileComputing / 1e6);
            fields.put("copied_while_computing", both.share());
        });
        return fields;
    }
}
