package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.TextMutator;
import dev.stoker.telemetry.trace.RecordedTrace;
import dev.stoker.telemetry.trace.Span;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.TraceFile;
import dev.stoker.telemetry.trace.TraceSummary;
import dev.stoker.telemetry.trace.TraceTimeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Traces; what is accepted is also summed up and drawn. */
final class TraceTarget {
    private static final int LANES = 40;

    private TraceTarget() {}

    static FuzzTarget of(ScratchFolder scratch) {
        return new FileTarget(
                scratch,
                "trace.json",
                List.of(file(scratch)),
                new TextMutator().or(new ByteMutator()),
                (file, _) -> read(file));
    }

    private static byte[] file(ScratchFolder scratch) {
        var read = SpanKind.of("read", "bytes");
        var lanes = List.of(
                new RecordedTrace.Lane(
                        "worker 0", List.of(new Span(read, 0, 900, 17, 0), new Span(read, 1000, 2000, 5, 0))),
                new RecordedTrace.Lane("device", List.of(new Span(SpanKind.of("step"), 500, 1500, 0, 0))));
        Path file = scratch.path().resolve("written.json");
        TraceFile.write(file, new RecordedTrace(lanes, 3000, 0, Map.of("model", "mlp")));
        try {
            return Files.readAllBytes(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void read(Path file) {
        var trace = TraceFile.read(file);
        TraceSummary.of(trace).fields();
        if (trace.spans() > 0) {
            TraceTimeline.of(trace, "fuzz", LANES).writeSvg(file.resolveSibling("trace.svg"));
        }
    }
}
