package dev.stoker.telemetry.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Time intervals: their union, intersection and text. */
final class TimeRanges {
    /** From one nanosecond, inclusive, to another, exclusive. */
    record TimeRange(long start, long end) {}

    private TimeRanges() {}

    /** The union of intervals, in order. */
    static List<TimeRange> union(Stream<Span> spans) {
        var union = new ArrayList<TimeRange>();
        spans.sorted(Comparator.comparingLong(Span::start)).forEach(span -> {
            var last = union.isEmpty() ? null : union.getLast();
            if (last == null || span.start() > last.end) {
                union.add(new TimeRange(span.start(), span.end()));
            } else if (span.end() > last.end) {
                union.set(union.size() - 1, new TimeRange(last.start, span.end()));
            }
        });
        return union;
    }

    static long nanos(List<TimeRange> ranges) {
        return ranges.stream().mapToLong(each -> each.end - each.start).sum();
    }

    /** The length of the intersection of two unions. */
    static long common(List<TimeRange> some, List<TimeRange> others) {
        long common = 0;
        int i = 0;
        int k = 0;
        while (i < some.size() && k < others.size()) {
            var one = some.get(i);
            var other = others.get(k);
            common += Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));
            if (one.end < other.end) {
                i++;
            } else {
                k++;
            }
        }
        return common;
    }

    /** With a suitable unit: 850 ns, 12.3 µs, 1.25 ms, 2.10 s. */
    static String text(long nanos) {
        if (nanos < 1_000) {
            return nanos + " ns";
        }
        if (nanos < 1_000_000) {
            return String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
        }
        return nanos < 1_000_000_000
                ? String.format(Locale.ROOT, "%.2f ms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.2f s", nanos / 1e9);
    }
}
