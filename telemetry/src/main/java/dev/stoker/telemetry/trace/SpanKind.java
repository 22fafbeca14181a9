package dev.stoker.telemetry.trace;

import java.util.List;

/** The kind of a span: its name and the names of its arguments. Kinds are constants of the code that records. */
public record SpanKind(String name, List<String> arguments) {
    static final int MAX_ARGUMENTS = 2;

    public SpanKind {
        arguments = List.copyOf(arguments);
        if (arguments.size() > MAX_ARGUMENTS) {
            throw new IllegalArgumentException(
                    "a span has at most %d arguments, got %s for %s".formatted(MAX_ARGUMENTS, arguments, name));
        }
    }

    public static SpanKind of(String name, String... arguments) {
        return new SpanKind(name, List.of(arguments));
    }
}
