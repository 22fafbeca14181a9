package dev.stoker.telemetry.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceFileTest {
    /** Of a microsecond, in nanoseconds. */
    private static final long EIGHTH = 125;

    @TempDir
    Path folder;

    private static RecordedTrace random(long seed) {
        var random = new Random(seed);
        var kinds = List.of(
                SpanKind.of("rows", "batch", "rows"),
                SpanKind.of("wait for \"input\" ü", "batch"),
                SpanKind.of("step"));
        var lanes = new ArrayList<RecordedTrace.Lane>();
        for (String name : List.of("worker 0", "worker 1", "host", "copy stream", "cuda:0")) {
            var spans = new ArrayList<Span>();
            long at = 0;
            for (int i = 0; i < 50; i++) {
                long start = at + EIGHTH * random.nextLong(16_000_000);
                at = start + EIGHTH * random.nextLong(24_000);
                var kind = kinds.get(random.nextInt(3));
                int arguments = kind.arguments().size();
                spans.add(new Span(
                        kind, start, at, arguments > 0 ? random.nextLong() : 0, arguments > 1 ? random.nextInt() : 0));
            }
            lanes.add(new RecordedTrace.Lane(name, spans));
        }
        return new RecordedTrace(lanes, 123_456_789_012L, 7, Map.of("steps", "20:40", "run", "runs/größe"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whatIsWrittenIsReadToAnEighthOfAMicrosecond(long seed) {
        var trace = random(seed);
        TraceFile.write(folder.resolve("trace.json"), trace);
        assertThat(TraceFile.read(folder.resolve("trace.json"))).isEqualTo(trace);
    }

    /** Exactly as the Trace Event Format specifies, since other programs read it. */
    @Test
    void eventsHaveTheFormThatViewersKnow() throws IOException {
        var lane = new RecordedTrace.Lane(
                "worker 3",
                List.of(new Span(SpanKind.of("rows", "batch", "rows"), 20_000_001_500L, 20_000_002_750L, 4, 16)));
        TraceFile.write(folder.resolve("trace.json"), new RecordedTrace(List.of(lane), 5_000, 2, Map.of()));
        assertThat(Files.readAllLines(folder.resolve("trace.json")))
                .containsExactly(
                        "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"producer\":\"stoker\",\"recorded_us\":5.000,"
                                + "\"dropped_spans\":2},\"traceEvents\":[",
                        "{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"tid\":0,\"args\":{\"name\":\"stoker\"}}",
                        ",{\"name\":\"thread_name\",\"ph\":\"M\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"worker 3\"}}",
                        ",{\"name\":\"thread_sort_index\",\"ph\":\"M\",\"pid\":1,\"tid\":1,\"args\":{\"sort_index\":1}}",
                        ",{\"name\":\"rows\",\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":20000001.500,\"dur\":1.250,"
                                + "\"args\":{\"batch\":4,\"rows\":16}}",
                        "]}");
    }

    /** Viewers add start and duration as doubles, and some drop a span that begins before the one before it has ended. */
    @Test
    void spansThatTouchEachOtherStillDoWhenTheirTimesAreAddedAsDoubles() throws IOException {
        var random = new Random(1);
        var spans = new ArrayList<Span>();
        long at = 3_600_000_000_017L;
        for (int i = 0; i < 10_000; i++) {
            long end = at + 200 + random.nextLong(50_000_000);
            spans.add(new Span(SpanKind.of("step"), at, end, 0, 0));
            at = end;
        }
        TraceFile.write(
                folder.resolve("trace.json"),
                new RecordedTrace(List.of(new RecordedTrace.Lane("cuda:0", spans)), at, 0, Map.of()));
        var times = Pattern.compile("\"ts\":([0-9.]+),\"dur\":([0-9.]+)")
                .matcher(Files.readString(folder.resolve("trace.json")));
        double before = 0;
        int found = 0;
        while (times.find()) {
            double start = Double.parseDouble(times.group(1));
            if (found++ > 0) {
                assertThat(start).isEqualTo(before);
            }
            before = start + Double.parseDouble(times.group(2));
        }
        assertThat(found).isEqualTo(spans.size());
    }

    @Test
    void theKnownPartsOfATraceOfAnotherProgramAreRead() throws IOException {
        var file = write("""
            {"schemaVersion": 1, "deviceProperties": [{"id": 0, "nested": {"ph": "X"}}], "traceEvents": [
            {"ph": "X", "cat": "cpu_op", "name": "aten::conv2d", "pid": 12, "tid": "main", "ts": 1700000000000.5, "dur": 10,
             "args": {"Input Dims": [[1, 2]], "a": 1, "b": "text", "c": 3, "d": 4}},
            {"ph": "i", "s": "t", "name": "marker", "ts": 5},
            {"ph": "M", "name": "thread_name", "pid": 12, "tid": "main", "args": {"name": "host thread"}},
            "odd", [1, 2],
            {"ph": "X", "name": "kernel", "pid": 0, "tid": 7, "ts": 1700000000001.5, "dur": 2.5}
            ], "traceName": "x"}
            """);
        var trace = TraceFile.read(file);
        assertThat(trace.nanos()).isEqualTo(10_000);
        assertThat(trace.lanes()).extracting(RecordedTrace.Lane::name).containsExactly("host thread", "0/7");
        assertThat(trace.lanes().getFirst().spans())
                .containsExactly(new Span(SpanKind.of("aten::conv2d", "a", "c"), 0, 10_000, 1, 3));
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("trace.json"), text);
    }

    private void refused(String text, String... parts) throws IOException {
        var file = write(text);
        assertThatThrownBy(() -> TraceFile.read(file))
                .as(text)
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContainingAll(parts);
    }

    @Test
    void aFileThatIsNotATraceIsRefusedWithItsReason() throws IOException {
        refused("", "is empty", "record the trace again");
        refused("  \n", "is empty");
        refused("[1, 2]", "not an object with a list 'traceEvents'", "profiled");
        refused("{\"loss\": 1}", "not an object with a list 'traceEvents'");
        refused("{\"traceEvents\": 3}", "not an object with a list 'traceEvents'");
        refused("name: plan\n", "is not a trace: line 1 is not JSON");
        refused(
                "{\"traceEvents\": [{\"ph\": \"X\", \"name\": \"step\"}]}",
                "the event 'step' in line 1 has no time 'ts'");
        refused(
                "{\"traceEvents\": [\n{\"ph\": \"X\", \"name\": \"step\", \"ts\": 1, \"dur\": -4}]}",
                "line 2 has a length 'dur' of -4.0");
        refused("{\"traceEvents\": [{\"ph\": \"X\", \"ts\": \"soon\"}]}", "'ts' in line 1 must be a number");
        refused("{\"traceEvents\": [{\"ph\": \"X\", \"ts\": 1e300}]}", "'ts' in line 1 must be a number below 1e15");
        refused(
                "{\"traceEvents\": [{\"ph\": \"X\", \"ts\": 1, \"dur\": 1, \"args\": {\"n\": 99999999999999999999}}]}",
                "line 1");
    }

    /** Wherever the file is truncated, the error says so. */
    @Test
    void aTruncatedFileIsReportedAsTruncated() throws IOException {
        TraceFile.write(folder.resolve("whole.json"), random(4));
        byte[] whole = Files.readAllBytes(folder.resolve("whole.json"));
        var file = folder.resolve("cut.json");
        var random = new Random(5);
        for (int i = 0; i < 200; i++) {
            int length = 1 + random.nextInt(whole.length - 3);
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> TraceFile.read(file))
                    .as("after %d bytes", length)
                    .isInstanceOf(StokerException.class)
                    .hasMessageStartingWith(file + " breaks off in line ");
        }
    }

    @Test
    void aMissingFileIsNamedWithWhatWouldWriteIt() {
        assertThatThrownBy(() -> TraceFile.read(folder.resolve("none.json")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(
                        "none.json (no such file or folder); train with a profile of some steps, such as 20:40, to"
                                + " record one");
    }
}
