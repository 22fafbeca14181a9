package dev.stoker.telemetry.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A trace as a run on a GPU would leave it. */
final class SyntheticTrace {
    private static final SpanKind READ = SpanKind.of("read", "batch", "rows");
    private static final SpanKind ROWS = SpanKind.of("rows", "batch", "rows");
    private static final SpanKind WAIT = SpanKind.of("wait for input", "batch");
    private static final SpanKind COPY = SpanKind.of("copy", "batch");
    private static final SpanKind STEP = SpanKind.of("step", "step");
    private static final SpanKind LAUNCH = SpanKind.of("launch", "step");

    private SyntheticTrace() {}

    static RecordedTrace of(int workers, int steps) {
        var random = new Random(workers);
        var lanes = new ArrayList<RecordedTrace.Lane>();
        long end = steps * 10_000_000L;
        lanes.add(new RecordedTrace.Lane("reader 0", row(READ, random, end, 400_000, 3_000_000)));
        for (int i = 0; i < workers; i++) {
            lanes.add(new RecordedTrace.Lane("worker " + i, row(ROWS, random, end, 1_500_000, 200_000)));
        }
        var host = new ArrayList<Span>();
        var copy = new ArrayList<Span>();
        var device = new ArrayList<Span>();
        for (int i = 0; i < steps; i++) {
            long at = i * 10_000_000L;
            long waited = i % 4 == 0 ? 3_000_000 : 100_000;
            host.add(new Span(STEP, at, at + 9_500_000, i + 1, 0));
            host.add(new Span(WAIT, at + 100_000, at + 100_000 + waited, i, 0));
            host.add(new Span(LAUNCH, at + waited + 1_000_000, at + waited + 1_800_000, i + 1, 0));
            copy.add(new Span(COPY, at + waited + 300_000, at + waited + 1_900_000, i, 0));
            device.add(new Span(STEP, at + waited + 1_100_000, at + Math.min(9_900_000, waited + 8_900_000), i + 1, 0));
        }
        lanes.add(new RecordedTrace.Lane("host", host));
        lanes.add(new RecordedTrace.Lane("copy stream", copy));
        lanes.add(new RecordedTrace.Lane("cuda:0", device));
        return new RecordedTrace(lanes, end, 0, Map.of("steps", "20:" + (20 + steps)));
    }

    private static List<Span> row(SpanKind kind, Random random, long end, int length, int gap) {
        var spans = new ArrayList<Span>();
        long at = random.nextInt(gap);
        for (int i = 0; ; i++) {
            long until = at + length / 2 + random.nextInt(length);
            if (until > end) {
                return spans;
            }
            spans.add(new Span(kind, at, until, 20 + i / 4, 16));
            at = until + random.nextInt(gap);
        }
    }
}
