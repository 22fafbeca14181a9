package dev.stoker.telemetry.trace;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.chart.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Converts a trace to a timeline: spans colored by name, waits in red. */
public final class TraceTimeline {
    private static final int[] COLORS = {
        0x3b82f6, 0x22a06b, 0x8b5cf6, 0xd99a1c, 0x0ea5b7, 0xd6569c, 0x84a729, 0x7c6f64,
    };
    private static final int[] WAITING = {0xe5686a, 0xf0a35e, 0xc94f7c};
    private static final Timeline.Kind OTHERS = new Timeline.Kind("everything else", 0x9aa4af);
    private static final double NANOS = 1e6;
    private static final int MAX_NAME_LENGTH = 17;

    private final RecordedTrace trace;
    private final double length;
    private final Map<String, Timeline.Kind> kinds;

    private TraceTimeline(RecordedTrace trace) {
        this.trace = trace;
        long last = trace.lanes().stream()
                .flatMap(lane -> lane.spans().stream())
                .mapToLong(Span::end)
                .max()
                .orElse(0);
        length = Math.max(1, Math.max(last, trace.nanos())) / NANOS;
        kinds = kinds(trace);
    }

    /** With at most so many lanes; workers and readers with high numbers are skipped first. */
    public static Timeline of(RecordedTrace trace, String title, int maxLanes) {
        if (trace.spans() == 0) {
            throw new StokerException("%s: the trace holds no span, so there is nothing to draw".formatted(title));
        }
        return new TraceTimeline(trace).timeline(title, Math.max(1, maxLanes));
    }

    private Timeline timeline(String title, int maxLanes) {
        var shown = shown(maxLanes);
        var lanes = shown.stream()
                .map(lane -> new Timeline.Lane(shortened(lane.name()), note(lane), bars(lane)))
                .toList();
        var legend = lanes.stream()
                .flatMap(lane -> lane.bars().stream())
                .map(Timeline.Bar::kind)
                .distinct()
                .toList();
        return new Timeline(title, subtitle(shown.size()), "milliseconds", length, legend, lanes);
    }

    /** Lanes of other programs may have long names. */
    private static String shortened(String name) {
        return name.length() <= MAX_NAME_LENGTH ? name : name.substring(0, MAX_NAME_LENGTH - 2) + "..";
    }

    private String subtitle(int shown) {
        var parts = new ArrayList<String>();
        trace.metadata().forEach((name, value) -> {
            if (!name.equals(OperatorTable.MULTIPLY_ADDS)) {
                parts.add(name + " " + value);
            }
        });
        parts.add(TimeRanges.text(trace.nanos()));
        parts.add("%,d spans".formatted(trace.spans()));
        if (shown < trace.lanes().size()) {
            parts.add("%d of %d lanes".formatted(shown, trace.lanes().size()));
        }
        if (trace.dropped() > 0) {
            parts.add("%,d spans exceeded the buffers".formatted(trace.dropped()));
        }
        return String.join(" · ", parts);
    }

    private String note(RecordedTrace.Lane lane) {
        return "%.0f %%".formatted(100 * TraceSummary.of(lane, trace.nanos()).busy());
    }

    private List<RecordedTrace.Lane> shown(int most) {
        return trace.lanes().stream()
                .filter(lane -> !lane.spans().isEmpty())
                .sorted(Comparator.<RecordedTrace.Lane>comparingInt(TraceTimeline::rank)
                        .thenComparing(LaneRole.ORDER))
                .limit(most)
                .sorted(LaneRole.ORDER)
                .toList();
    }

    /** There are many readers and workers, and one lane of most other roles. */
    private static int rank(RecordedTrace.Lane lane) {
        return switch (LaneRole.of(lane.name())) {
            case READER, WORKER -> 1 + LaneRole.number(lane.name());
            case PACKER, STEPS, HOST, OTHER, COPY, DEVICE, KERNELS -> 0;
        };
    }

    // ---- colors

    /** Kernels have too many names for colors, but few purposes. */
    private static String title(RecordedTrace.Lane lane, Span span) {
        return LaneRole.of(lane.name()) == LaneRole.KERNELS
                ? OperatorGroup.of(span.name()).title()
                : span.name();
    }

    /** The kinds with the longest total time get colors, in the order of their appearance. */
    private static Map<String, Timeline.Kind> kinds(RecordedTrace trace) {
        var totals = new LinkedHashMap<String, Long>();
        trace.lanes()
                .forEach(lane ->
                        lane.spans().forEach(span -> totals.merge(title(lane, span), span.nanos(), Long::sum)));
        var colored = totals.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(COLORS.length)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        var kinds = new HashMap<String, Timeline.Kind>();
        int waits = 0;
        int others = 0;
        for (String name : totals.keySet()) {
            if (!colored.contains(name)) {
                kinds.put(name, OTHERS);
            } else if (TraceSummary.isWait(name)) {
                kinds.put(name, new Timeline.Kind(name, WAITING[waits++ % WAITING.length]));
            } else {
                kinds.put(name, new Timeline.Kind(name, COLORS[others++]));
            }
        }
        return kinds;
    }

    // ---- bars

    /** Spans of one kind that are too short to be distinguished. */
    private static final class MergedBar {
        private final Timeline.Kind kind;
        private final int depth;
        private final Span first;
        private long end;
        private long nanos;
        private int count;

        MergedBar(Timeline.Kind kind, int depth, Span first) {
            this.kind = kind;
            this.depth = depth;
            this.first = first;
            add(first);
        }

        void add(Span span) {
            end = Math.max(end, span.end());
            nanos += span.nanos();
            count++;
        }

        Timeline.Bar bar() {
            double density = end == first.start() ? 1 : nanos / (double) (end - first.start());
            return new Timeline.Bar(first.start() / NANOS, end / NANOS, kind, depth, density, hint());
        }

        private String hint() {
            if (count > 1) {
                return "%,d × %s, %s together, from %s"
                        .formatted(count, kind.title(), TimeRanges.text(nanos), TimeRanges.text(first.start()));
            }
            String numbers = first.arguments().entrySet().stream()
                    .map(each -> ", %s %,d".formatted(each.getKey(), each.getValue()))
                    .collect(Collectors.joining());
            return "%s%s: %s from %s"
                    .formatted(first.name(), numbers, TimeRanges.text(first.nanos()), TimeRanges.text(first.start()));
        }
    }

    /** Spans of one kind within a pixel are merged into one bar, so that the number of bars is bounded. */
    private List<Timeline.Bar> bars(RecordedTrace.Lane lane) {
        double pixel = NANOS * Timeline.perPixel(length);
        var all = new ArrayList<MergedBar>();
        var latest = new HashMap<Timeline.Kind, MergedBar>();
        var within = new ArrayList<Span>();
        for (var span : lane.spans()) {
            within.removeIf(outer -> outer.end() <= span.start());
            var kind = kinds.getOrDefault(title(lane, span), OTHERS);
            var open = latest.get(kind);
            if (open != null && open.depth == within.size() && span.end() - open.first.start() <= pixel) {
                open.add(span);
            } else {
                open = new MergedBar(kind, within.size(), span);
                latest.put(kind, open);
                all.add(open);
            }
            within.add(span);
        }
        return all.stream().map(MergedBar::bar).toList();
    }
}
