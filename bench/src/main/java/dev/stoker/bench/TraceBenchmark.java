package dev.stoker.bench;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.data.Dataset;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Rows;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.Trace;
import dev.stoker.telemetry.trace.TraceLane;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The cost of a trace: of a span, recorded and not, and as a share of a feed's time. The feed's rows are the smallest that a
 * run has, 28×28 pixels written one by one, since the cost is per span, however much work that spans.
 */
final class TraceBenchmark {
    private static final SpanKind KIND = SpanKind.of("rows", "batch", "rows");
    private static final int ROW = 28 * 28;
    private static final int BATCH = 256;

    private final int rounds;
    private final int spans;
    private final int batches;

    TraceBenchmark(int rounds, int spans, int batches) {
        this.rounds = rounds;
        this.spans = spans;
        this.batches = batches;
    }

    static Map<String, Double> measured() {
        return new TraceBenchmark(9, 1_000_000, 4_000).run();
    }

    /** Medians of rounds. Feeds with and without a trace alternate, so that other load on the machine affects both. */
    Map<String, Double> run() {
        var off = new ArrayList<Double>();
        var on = new ArrayList<Double>();
        var costs = new ArrayList<Double>();
        for (int round = 0; round < rounds; round++) {
            off.add(nanosPerSpan(false));
            on.add(nanosPerSpan(true));
            double untraced = nanosPerRow(false);
            double traced = nanosPerRow(true);
            costs.add(traced / untraced - 1);
        }
        var fields = new LinkedHashMap<String, Double>();
        fields.put("span_off_ns", Statistics.median(off));
        fields.put("span_on_ns", Statistics.median(on));
        fields.put("trace_cost", Statistics.median(costs));
        return fields;
    }

    private Trace trace(boolean recording) {
        var trace = Trace.withCapacity(spans + (1 << 20));
        if (recording) {
            trace.start();
        }
        return trace;
    }

    private double nanosPerSpan(boolean recording) {
        TraceLane lane = trace(recording).lane("worker 0");
        long begin = System.nanoTime();
        for (int i = 0; i < spans; i++) {
            lane.record(KIND, begin, begin + i, i, 16);
        }
        return (System.nanoTime() - begin) / (double) spans;
    }

    private double nanosPerRow(boolean recording) {
        Rows<Long> rows = Dataset.range((long) BATCH * batches).rows(ROW, (index, row, _) -> write(index, row));
        var resources = PipelineResources.workers(1).withTrace(trace(recording));
        long begin = System.nanoTime();
        long images = 0;
        try (var feed = rows.batch(BATCH).open(resources, BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    images += batch.size();
                }
            }
        }
        return (System.nanoTime() - begin) / (double) images;
    }

    private static long write(long index, MemorySegment row) {
        for (int i = 0; i < ROW; i++) {
            row.set(ValueLayout.JAVA_BYTE, i, (byte) (index * 31 + i));
        }
        return index;
    }
}
