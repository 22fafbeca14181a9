package dev.stoker.telemetry.trace;

import java.util.LinkedHashMap;
import java.util.Map;

/** An interval on a lane, in nanoseconds since the start of the trace; of the two arguments, the kind names those that are used. */
public record Span(SpanKind kind, long start, long end, long firstArgument, long secondArgument) {
    public Span {
        if (start > end) {
            throw new IllegalArgumentException("a span ends at %d, before it starts at %d".formatted(end, start));
        }
    }

    public String name() {
        return kind.name();
    }

    public long nanos() {
        return end - start;
    }

    /** Its arguments by name. */
    public Map<String, Long> arguments() {
        var numbers = new LinkedHashMap<String, Long>();
        for (int i = 0; i < kind.arguments().size(); i++) {
            numbers.put(kind.arguments().get(i), i == 0 ? firstArgument : secondArgument);
        }
        return numbers;
    }

    Span shiftedEarlier(long nanos) {
        return new Span(kind, start - nanos, end - nanos, firstArgument, secondArgument);
    }
}
