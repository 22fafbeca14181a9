package dev.stoker.telemetry.trace;

import java.io.OutputStream;
import java.math.BigDecimal;
import java.util.TreeMap;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/** Writes Chrome trace events, one on each line. */
final class TraceWriter {
    static final String RECORDED = "recorded_us";
    static final String DROPPED = "dropped_spans";

    private static final int PROCESS = 1;

    /** An eighth of a microsecond. */
    private static final long GRID_NANOS = 125;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET) // the file is forced to the disk afterwards
            .build();

    private final JsonGenerator json;

    private TraceWriter(JsonGenerator json) {
        this.json = json;
    }

    static void write(RecordedTrace trace, OutputStream stream) {
        try (var json = FACTORY.createGenerator(ObjectWriteContext.empty(), stream)) {
            new TraceWriter(json).write(trace);
        }
    }

    private void write(RecordedTrace trace) {
        json.writeStartObject();
        json.writeStringProperty("displayTimeUnit", "ms");
        json.writeObjectPropertyStart("otherData");
        json.writeStringProperty("producer", "stoker");
        new TreeMap<>(trace.metadata()).forEach(json::writeStringProperty);
        json.writeNumberProperty(RECORDED, microseconds(trace.nanos()));
        json.writeNumberProperty(DROPPED, trace.dropped());
        json.writeEndObject();
        json.writeArrayPropertyStart("traceEvents");
        metadata("process_name", 0, "name", "stoker");
        for (int i = 0; i < trace.lanes().size(); i++) {
            write(trace.lanes().get(i), i + 1);
        }
        json.writeRaw('\n');
        json.writeEndArray();
        json.writeEndObject();
        json.writeRaw('\n');
    }

    private void write(RecordedTrace.Lane lane, int thread) {
        metadata("thread_name", thread, "name", lane.name());
        begin("thread_sort_index", "M", thread);
        json.writeObjectPropertyStart("args");
        json.writeNumberProperty("sort_index", thread);
        json.writeEndObject();
        json.writeEndObject();
        boolean kernels = LaneRole.of(lane.name()) == LaneRole.KERNELS;
        lane.spans().forEach(span -> write(span, thread, kernels));
    }

    private void metadata(String what, int thread, String argument, String value) {
        begin(what, "M", thread);
        json.writeObjectPropertyStart("args");
        json.writeStringProperty(argument, value);
        json.writeEndObject();
        json.writeEndObject();
    }

    private void write(Span span, int thread, boolean kernel) {
        begin(span.name(), "X", thread);
        if (kernel) {
            json.writeStringProperty("cat", OperatorGroup.of(span.name()).title());
        }
        long start = onGrid(span.start());
        json.writeNumberProperty("ts", microseconds(start));
        json.writeNumberProperty("dur", microseconds(onGrid(span.end()) - start));
        if (!span.kind().arguments().isEmpty()) {
            json.writeObjectPropertyStart("args");
            span.arguments().forEach(json::writeNumberProperty);
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void begin(String name, String phase, int thread) {
        json.writeRaw('\n');
        json.writeStartObject();
        json.writeStringProperty("name", name);
        json.writeStringProperty("ph", phase);
        json.writeNumberProperty("pid", PROCESS);
        json.writeNumberProperty("tid", thread);
    }

    /**
     * Readers add start and duration as doubles, where other fractions than those of a power of two would let a span end after
     * the start of the next, and some then drop it.
     */
    private static long onGrid(long nanos) {
        return nanos - Math.floorMod(nanos, GRID_NANOS);
    }

    /** A double would be written as 1.2E7 after ten seconds, which is valid JSON, but not what every reader expects. */
    private static BigDecimal microseconds(long nanos) {
        return BigDecimal.valueOf(nanos, 3);
    }
}
