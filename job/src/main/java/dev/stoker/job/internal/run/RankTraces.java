package dev.stoker.job.internal.run;

import dev.stoker.telemetry.log.Json;
import dev.stoker.telemetry.log.JsonReader;
import dev.stoker.telemetry.trace.RecordedTrace;
import dev.stoker.telemetry.trace.Span;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.tensor.collective.Communicator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The traces of several ranks in that of rank 0. All of them begin at the same moment, a barrier, so that times since the
 * beginning can be compared although clocks cannot.
 */
public record RankTraces(Communicator communicator) {
    /** What a rank does in a step; its workers would be too many lanes. */
    private static final Pattern SENT = Pattern.compile("steps|communication|copy stream|cpu|cuda.*");

    /** Called by all ranks before the first profiled step. */
    void begin() {
        communicator.barrier();
    }

    /** Called by all ranks after the last profiled step; the lanes of the other ranks, with their rank before their name. */
    List<RecordedTrace.Lane> exchange(RecordedTrace own) {
        var sent = own.lanes().stream()
                .filter(lane -> SENT.matcher(lane.name()).matches())
                .map(RankTraces::fields)
                .toList();
        var gathered = communicator.gather(Json.write(Map.of("lanes", sent)).getBytes(StandardCharsets.UTF_8));
        var lanes = new ArrayList<RecordedTrace.Lane>();
        for (int rank = 0; rank < gathered.size(); rank++) {
            if (rank != communicator.rank()) {
                lanes.addAll(lanes(rank, new String(gathered.get(rank), StandardCharsets.UTF_8)));
            }
        }
        return lanes;
    }

    private static Map<String, Object> fields(RecordedTrace.Lane lane) {
        return Map.of(
                "name",
                lane.name(),
                "spans",
                lane.spans().stream()
                        .map(span -> List.<Object>of(
                                span.name(),
                                span.kind().arguments(),
                                span.start(),
                                span.end(),
                                span.firstArgument(),
                                span.secondArgument()))
                        .toList());
    }

    private static List<RecordedTrace.Lane> lanes(int rank, String text) {
        var lanes = new ArrayList<RecordedTrace.Lane>();
        for (var each : list(JsonReader.read(text).get("lanes"))) {
            var lane = (Map<?, ?>) each;
            var spans = list(lane.get("spans")).stream()
                    .map(span -> span(list(span)))
                    .toList();
            lanes.add(new RecordedTrace.Lane("rank %d %s".formatted(rank, lane.get("name")), spans));
        }
        return lanes;
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> values ? values : List.of();
    }

    private static Span span(List<?> fields) {
        var arguments = list(fields.get(1)).stream().map(String::valueOf).toList();
        return new Span(
                new SpanKind(String.valueOf(fields.get(0)), arguments),
                number(fields.get(2)),
                number(fields.get(3)),
                number(fields.get(4)),
                number(fields.get(5)));
    }

    private static long number(Object value) {
        return ((Number) value).longValue();
    }
}
