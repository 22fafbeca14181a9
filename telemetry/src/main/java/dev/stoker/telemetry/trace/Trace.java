package dev.stoker.telemetry.trace;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects spans on lanes from any number of threads, while it is on. Memory is bounded: when it is full, further spans are
 * counted and dropped, so that the trace is complete from its start.
 */
public final class Trace {
    /** Never records. */
    public static final Trace OFF = new Trace(0, System::nanoTime);

    /** About 10 MB; twenty steps with a fast input pipeline have a few thousand. */
    private static final int DEFAULT_SPANS = 1 << 18;

    private final int most;
    private final LongSupplier clock;
    private final SpanBudget room;
    private final Map<String, TraceLane> lanes = new LinkedHashMap<>();
    private final Map<String, BitSet> borrowed = new HashMap<>();
    private final TraceLane nowhere;
    private volatile @Nullable RecordingWindow window;
    private long begin;
    private long nanosBefore;

    private Trace(int spans, LongSupplier clock) {
        most = spans;
        this.clock = clock;
        room = new SpanBudget(spans);
        nowhere = new TraceLane(this, "nowhere", room, () -> {});
    }

    /** A trace that is off until it is started. */
    public static Trace create() {
        return new Trace(DEFAULT_SPANS, System::nanoTime);
    }

    /** One that takes the time of starting and stopping from another clock than the system's. */
    static Trace withClock(LongSupplier nanos) {
        return new Trace(DEFAULT_SPANS, nanos);
    }

    /** A trace with a maximum number of spans. */
    public static Trace withCapacity(int spans) {
        if (spans < 1) {
            throw new IllegalArgumentException("a trace needs room for at least 1 span, got " + spans);
        }
        return new Trace(spans, System::nanoTime);
    }

    /** Starts or resumes recording. */
    public synchronized void start() {
        if (isOff()) {
            throw new IllegalStateException("Trace.OFF cannot be started; make one with Trace.create()");
        }
        if (isOn()) {
            return;
        }
        long now = clock.getAsLong();
        if (window == null) {
            begin = now;
        } else {
            nanosBefore = nanos(now);
        }
        window = RecordingWindow.open(now);
    }

    /** Stops recording; spans that started before and are reported later are still kept. */
    public synchronized void stop() {
        var open = window;
        if (open != null && open.isOpen()) {
            window = open.closed(clock.getAsLong());
        }
    }

    private boolean isOff() {
        return most == 0;
    }

    public boolean isOn() {
        var now = window;
        return now != null && now.isOpen();
    }

    @Nullable
    RecordingWindow window() {
        return window;
    }

    /** The lane of this name, shared by all callers. */
    public synchronized TraceLane lane(String name) {
        return isOff() ? nowhere : lanes.computeIfAbsent(name, _ -> new TraceLane(this, name, room, () -> {}));
    }

    /** A lane with a free number, "worker 0" or "worker 1" and so on; closing it frees the number. */
    public synchronized TraceLane borrow(String group) {
        if (isOff()) {
            return nowhere;
        }
        var numbers = borrowed.computeIfAbsent(group, _ -> new BitSet());
        int number = numbers.nextClearBit(0);
        numbers.set(number);
        return lanes.computeIfAbsent(
                group + " " + number, name -> new TraceLane(this, name, room, () -> giveBack(group, number)));
    }

    private synchronized void giveBack(String group, int number) {
        var numbers = borrowed.get(group);
        if (numbers != null) {
            numbers.clear(number);
        }
    }

    /** The number of spans, kept and dropped: tells whether there is anything new to write. */
    public synchronized long spanCount() {
        return lanes.values().stream()
                .mapToLong(lane -> lane.size() + lane.dropped())
                .sum();
    }

    /** The spans so far, with metadata. Lanes without a span are skipped. */
    public synchronized RecordedTrace recorded(Map<String, String> notes) {
        List<RecordedTrace.Lane> all = new ArrayList<>();
        long dropped = 0;
        for (var lane : lanes.values()) {
            var recorded = lane.recorded(begin);
            if (!recorded.spans().isEmpty()) {
                all.add(recorded);
            }
            dropped += lane.dropped();
        }
        return new RecordedTrace(all, nanos(clock.getAsLong()), dropped, notes);
    }

    /** The total recording time. */
    private long nanos(long now) {
        var last = window;
        if (last == null) {
            return 0;
        }
        return nanosBefore + (last.isOpen() ? now : last.until()) - last.since();
    }
}
