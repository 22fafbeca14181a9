package dev.stoker.telemetry.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Records the spans of one thread, or of another sequential activity such as a CUDA stream. Times are those of
 * {@link System#nanoTime}. While nothing is recorded, a call costs one field read.
 */
public final class TraceLane implements AutoCloseable {
    private final Trace trace;
    private final String name;
    private final Runnable giveBack;
    private final SpanBuffer spans;
    private long dropped;

    TraceLane(Trace trace, String name, SpanBudget room, Runnable giveBack) {
        this.trace = trace;
        this.name = name;
        this.giveBack = giveBack;
        spans = new SpanBuffer(room);
    }

    public String name() {
        return name;
    }

    /** Whether the caller should read the clock. */
    public boolean isOn() {
        return trace.isOn();
    }

    public void record(SpanKind kind, long start, long end) {
        record(kind, start, end, 0, 0);
    }

    public void record(SpanKind kind, long start, long end, long first) {
        record(kind, start, end, first, 0);
    }

    /**
     * Keeps the part of a span in which the trace was on. It may be reported late: spans of a device are often known only
     * after the recording.
     */
    public void record(SpanKind kind, long start, long end, long first, long second) {
        var window = trace.window();
        if (window != null && window.meets(start, end)) {
            add(kind, window.from(start), window.to(end), first, second);
        }
    }

    private synchronized void add(SpanKind kind, long start, long end, long first, long second) {
        // Device clocks are converted, with a small error: a span of length 0 is better than none.
        if (!spans.add(kind, start, end - start < 0 ? start : end, first, second)) {
            dropped++;
        }
    }

    synchronized long size() {
        return spans.size();
    }

    synchronized long dropped() {
        return dropped;
    }

    synchronized RecordedTrace.Lane recorded(long begin) {
        List<Span> all = new ArrayList<>(spans.size());
        spans.forEach(begin, all::add);
        // Of two that start together, the longer contains the other.
        all.sort(Comparator.comparingLong(Span::start)
                .thenComparing(Comparator.comparingLong(Span::end).reversed()));
        return new RecordedTrace.Lane(name, all);
    }

    /** Returns the lane's number to the trace, where it was borrowed. */
    @Override
    public void close() {
        giveBack.run();
    }
}
