package dev.stoker.telemetry.trace;

import dev.stoker.core.StokerException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads Chrome trace events, and validates all of them. */
final class TraceReader {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final String REMEDY = "give the trace.json of a run that was profiled";

    /** Beyond this, doubles cannot represent microseconds. */
    private static final double MAX_MICROSECONDS = 1e15;

    private final Path file;
    private final JsonParser json;
    private final Map<String, List<Span>> spans = new LinkedHashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final Map<SpanKind, SpanKind> kinds = new HashMap<>();
    private final Map<String, String> notes = new HashMap<>();
    private double recorded = -1;
    private long dropped;
    private boolean hasEvents;

    private TraceReader(Path file, JsonParser json) {
        this.file = file;
        this.json = json;
    }

    /** {@code bytes} is the size of the stream. */
    static RecordedTrace read(Path file, InputStream stream, long bytes) {
        try (var json = FACTORY.createParser(ObjectReadContext.empty(), stream)) {
            return new TraceReader(file, json).read();
        } catch (JacksonException failure) {
            throw unreadable(file, failure, bytes);
        }
    }

    private static StokerException unreadable(Path file, JacksonException failure, long bytes) {
        int line = failure.getLocation().getLineNr();
        // The parser has several messages for a premature end, depending on its position.
        boolean cut = (line > 1 && failure.getLocation().getByteOffset() >= bytes - 1)
                || failure.getOriginalMessage().startsWith("Unexpected end-of-input");
        String sentence = cut
                ? "%s breaks off in line %d: it was not written to its end; record the trace again"
                        .formatted(file, line)
                : "%s is not a trace: line %d is not JSON (%s); %s"
                        .formatted(file, line, failure.getOriginalMessage(), REMEDY);
        return new StokerException(sentence, failure);
    }

    private RecordedTrace read() {
        var first = json.nextToken();
        if (first == null) {
            throw new StokerException("%s is empty; record the trace again".formatted(file));
        }
        if (first != JsonToken.START_OBJECT) {
            throw noTrace();
        }
        fields(this::top);
        if (!hasEvents) {
            throw noTrace();
        }
        return trace();
    }

    private StokerException noTrace() {
        return new StokerException(
                "%s is not a trace: it is not an object with a list 'traceEvents'; %s".formatted(file, REMEDY));
    }

    /** Handles a field of an object; the parser is at its value. */
    @FunctionalInterface
    private interface Field {
        void read(String name);
    }

    private void fields(Field field) {
        for (var token = json.nextToken(); token == JsonToken.PROPERTY_NAME; token = json.nextToken()) {
            String name = json.currentName();
            json.nextToken();
            field.read(name);
            json.skipChildren(); // where the field was not wanted and is more than a word
        }
    }

    private void top(String name) {
        if (name.equals("traceEvents") && json.currentToken() == JsonToken.START_ARRAY) {
            hasEvents = true;
            for (var token = json.nextToken(); token != JsonToken.END_ARRAY; token = json.nextToken()) {
                if (token == null) {
                    return;
                }
                if (token == JsonToken.START_OBJECT) {
                    event();
                } else {
                    json.skipChildren();
                }
            }
        } else if (name.equals("otherData") && json.currentToken() == JsonToken.START_OBJECT) {
            fields(this::note);
        }
    }

    private void note(String name) {
        switch (name) {
            case TraceWriter.RECORDED -> recorded = number(name);
            case TraceWriter.DROPPED -> dropped = (long) number(name);
            case "producer" -> {}
            default -> {
                if (json.currentToken() == JsonToken.VALUE_STRING) {
                    notes.put(name, json.getString());
                }
            }
        }
    }

    // ---- events

    /** The fields of one event that matter here. */
    private final class Event {
        private final int line = json.currentTokenLocation().getLineNr();
        private String name = "";
        private String phase = "";
        private String process = "";
        private String thread = "";
        private @Nullable Double start;
        private double length;
        private final Map<String, Long> numbers = new LinkedHashMap<>();
        private @Nullable String text;

        void field(String field) {
            switch (field) {
                case "name" -> name = word();
                case "ph" -> phase = word();
                case "pid" -> process = word();
                case "tid" -> thread = word();
                case "ts" -> start = number(field);
                case "dur" -> length = number(field);
                case "args" -> {
                    if (json.currentToken() == JsonToken.START_OBJECT) {
                        fields(this::argument);
                    }
                }
                default -> {}
            }
        }

        private void argument(String argument) {
            if (json.currentToken() == JsonToken.VALUE_NUMBER_INT && numbers.size() < SpanKind.MAX_ARGUMENTS) {
                numbers.put(argument, json.getLongValue());
            } else if (argument.equals("name") && json.currentToken() == JsonToken.VALUE_STRING) {
                text = json.getString();
            }
        }

        String lane() {
            return process + "/" + thread;
        }
    }

    private void event() {
        var event = new Event();
        fields(event::field);
        if (event.phase.equals("M") && event.name.equals("thread_name") && event.text != null) {
            names.put(event.lane(), event.text);
        } else if (event.phase.equals("X")) {
            spans.computeIfAbsent(event.lane(), _ -> new ArrayList<>()).add(span(event));
        }
    }

    private Span span(Event event) {
        Double start = event.start;
        if (start == null || event.length < 0) {
            throw new StokerException("%s: the event '%s' in line %d has %s; %s"
                    .formatted(
                            file,
                            event.name,
                            event.line,
                            start == null ? "no time 'ts'" : "a length 'dur' of " + event.length,
                            REMEDY));
        }
        var wanted = new SpanKind(event.name, List.copyOf(event.numbers.keySet()));
        var kind = Objects.requireNonNullElse(kinds.putIfAbsent(wanted, wanted), wanted);
        var values = List.copyOf(event.numbers.values());
        long from = nanos(start);
        return new Span(
                kind,
                from,
                from + nanos(event.length),
                values.isEmpty() ? 0 : values.get(0),
                values.size() < 2 ? 0 : values.get(1));
    }

    private String word() {
        var token = json.currentToken();
        return token != null && token.isScalarValue() ? json.getString() : "";
    }

    private double number(String field) {
        var token = json.currentToken();
        double value = token != null && token.isNumeric() ? json.getDoubleValue() : Double.NaN;
        if (!(Math.abs(value) < MAX_MICROSECONDS)) {
            throw new StokerException("%s: '%s' in line %d must be a number below 1e15; %s"
                    .formatted(file, field, json.currentTokenLocation().getLineNr(), REMEDY));
        }
        return value;
    }

    private static long nanos(double microseconds) {
        return Math.round(1e3 * microseconds);
    }

    // ---- the whole

    /** Traces of other programs start at any time and have no duration. */
    private RecordedTrace trace() {
        boolean ours = recorded >= 0;
        long begin = ours ? 0 : all().mapToLong(Span::start).min().orElse(0);
        long end = all().mapToLong(Span::end).max().orElse(0);
        var lanes = new ArrayList<RecordedTrace.Lane>();
        spans.forEach((lane, each) -> {
            each.sort(Comparator.comparingLong(Span::start)
                    .thenComparing(Comparator.comparingLong(Span::end).reversed()));
            lanes.add(new RecordedTrace.Lane(
                    names.getOrDefault(lane, lane),
                    each.stream().map(span -> span.shiftedEarlier(begin)).toList()));
        });
        return new RecordedTrace(lanes, ours ? nanos(recorded) : end - begin, dropped, notes);
    }

    private Stream<Span> all() {
        return spans.values().stream().flatMap(List::stream);
    }
}
