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
 * What a trace costs: a span, recorded and not, and the share that recording takes from a feed. The feed's rows are the
 * lightest that a run has, 28×28 pixels written one by one, since the cost is that of a piece of work, whatever it is.
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

    /** Medians of rounds. Feeds with and without a trace take turns, so that what else the machine does meets both. */
    Map<String, Double> run() {
        var off = new ArrayList<Double>();
        var on = new ArrayList<Double>();
        var costs = new ArrayList<Double>();
        for (int round = 0; round < rounds; round++) {
            off.add(nanosPerSpan(false));
            on.add(nanosPerSpan(true));
            double plain = nanosPerRow(false);
            double traced = nanosPerRow(true);
            costs.add(traced / plain - 1);
        }
        var fields = new LinkedHashMap<String, Double>();
        fields.put("span_off_ns", InputBenchmark.median(off));
        fields.put("span_on_ns", InputBenchmark.median(on));
        fields.put("trace_cost", InputBenchmark.median(costs));
        return fields;
    }

    private Trace trace(boolean recording) {
        var trace = Trace.ofAtMost(spans + (1 << 20));
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
        try (var feed = rows.batch(BATCH).open(resources, BatchMemoryAllocator.ofHost())) {
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
