package dev.stoker.dashboard.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.chart.Timeline;
import dev.stoker.telemetry.trace.RecordedTrace;
import dev.stoker.telemetry.trace.TraceFile;
import dev.stoker.telemetry.trace.TraceSummary;
import dev.stoker.telemetry.trace.TraceTimeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The timeline of a trace, with as many bars as a screen can show, and the summary of its lanes. */
public final class TraceOverview {
    private static final int MOST_LANES = 16;
    private static final long MAX_BYTES = 64 << 20;

    private TraceOverview() {}

    /** As fields of JSON; where the trace cannot be shown, why. */
    public static Map<String, @Nullable Object> of(OpenedRun run) {
        var file = run.run().file("trace.json");
        if (file.isEmpty()) {
            return problem("this run has no trace: `stoker train --profile 20:30` records one");
        }
        try {
            if (Files.size(file.get()) > MAX_BYTES) {
                return problem("the trace is too large to show here; open it with Perfetto");
            }
            return of(file.get());
        } catch (StokerException | IOException | IllegalArgumentException failure) {
            return problem("the trace cannot be read: " + failure.getMessage());
        }
    }

    private static Map<String, @Nullable Object> problem(String sentence) {
        return Map.of("problem", sentence);
    }

    private static Map<String, @Nullable Object> of(Path file) {
        RecordedTrace trace = TraceFile.read(file);
        var summary = TraceSummary.of(trace);
        if (summary.lanes().isEmpty()) {
            return problem("the trace holds no spans");
        }
        var timeline = TraceTimeline.of(trace, "", MOST_LANES);
        var fields = new LinkedHashMap<String, @Nullable Object>(summary.fields());
        fields.put("axis", timeline.axis());
        fields.put("length", timeline.length());
        fields.put(
                "kinds",
                timeline.kinds().stream()
                        .map(kind -> Map.of("title", kind.title(), "color", "#%06x".formatted(kind.color())))
                        .toList());
        fields.put(
                "timeline",
                timeline.lanes().stream().map(lane -> lane(timeline, lane)).toList());
        return fields;
    }

    private static Map<String, Object> lane(Timeline timeline, Timeline.Lane lane) {
        return Map.of(
                "title",
                lane.title(),
                "note",
                lane.note(),
                "bars",
                lane.bars().stream().map(bar -> bar(timeline, bar)).toList());
    }

    private static List<Object> bar(Timeline timeline, Timeline.Bar bar) {
        return List.of(
                bar.from(),
                bar.to(),
                timeline.kinds().indexOf(bar.kind()),
                bar.depth(),
                (float) bar.density(),
                bar.hint());
    }
}
