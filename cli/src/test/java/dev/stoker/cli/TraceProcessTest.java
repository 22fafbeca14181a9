package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.telemetry.trace.RecordedTrace;
import dev.stoker.telemetry.trace.Span;
import dev.stoker.telemetry.trace.SpanKind;
import dev.stoker.telemetry.trace.TraceFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceProcessTest {
    private static final SpanKind STEP = SpanKind.of("step", "step");
    private static final SpanKind WAIT = SpanKind.of("wait for input", "batch");

    @TempDir
    Path folder;

    private Path run() throws IOException {
        Path run = Files.createDirectories(folder.resolve("runs/20260101-000000-first"));
        Files.writeString(run.resolve("plan.yaml"), "data: x\n");
        return run;
    }

    private static void write(Path file) {
        var host = new RecordedTrace.Lane(
                "host", List.of(new Span(WAIT, 0, 2_000_000, 1, 0), new Span(STEP, 2_000_000, 9_000_000, 1, 0)));
        var copy = new RecordedTrace.Lane("copy stream", List.of(new Span(STEP, 1_000_000, 5_000_000, 1, 0)));
        var device = new RecordedTrace.Lane("cuda:0", List.of(new Span(STEP, 2_000_000, 9_500_000, 1, 0)));
        TraceFile.write(file, new RecordedTrace(List.of(device, host, copy), 10_000_000, 0, Map.of("steps", "1:2")));
    }

    @Test
    void aRunsTraceIsShownAndCharted() throws IOException {
        Path run = run();
        write(run.resolve("trace.json"));
        var shown = StokerProcess.run(folder, "trace", "last");
        assertThat(shown.err()).isEmpty();
        assertThat(shown.exitCode()).isZero();
        assertThat(shown.out().lines().map(String::stripTrailing))
                .containsSequence(
                        "  lane              busy   waiting     spans  longest",
                        "  host            70.0 %    20.0 %         2  step, 7.00 ms at 2.00 ms",
                        "  copy stream     40.0 %         –         1  step, 4.00 ms at 1.00 ms",
                        "  cuda:0          75.0 %         –         1  step, 7.50 ms at 2.00 ms")
                .contains(
                        "  steps      1:2", "  overlap    copied while the device computed: 3.00 ms of 4.00 ms, 75 %");
        assertThat(run.resolve("trace.svg")).isNotEmptyFile();
        assertThat(run.resolve("trace.html")).content().contains("20260101-000000-first");
    }

    /** The whole path on the bundled dataset. */
    @Test
    void theStepsOfATrainingAreRecordedAndShown() throws IOException {
        var trained = StokerProcess.run(
                folder, "train", "--model", "mlp", "--max-steps", "30", "--profile", "10:20", "--prefetch", "1");
        assertThat(trained.err()).isEmpty();
        assertThat(trained.out()).containsPattern("trace +runs/\\S+/trace\\.json; show it with \\./stoker trace runs/");
        try (var runs = Files.list(folder.resolve("runs"))) {
            var shown = StokerProcess.run(
                    folder,
                    "trace",
                    runs.findFirst().orElseThrow().getFileName().toString());
            assertThat(shown.err()).isEmpty();
            assertThat(shown.out())
                    .containsPattern("\\n  worker 0 +\\d+\\.\\d % +– +\\d+  rows, ")
                    .containsPattern("\\n  steps +\\d+\\.\\d % +– +10  step, ")
                    .contains("\n  steps      10:20\n");
        }
        var late = StokerProcess.run(
                folder, "train", "--model", "mlp", "--max-steps", "3", "--profile", "10:20", "--json");
        assertThat(late.err()).contains("trace      nothing was recorded for profile 10:20: steps 1 to 3 were trained");
        assertThat(late.out()).hasLineCount(1);
        assertThat(late.exitCode()).isZero();
    }

    @Test
    void aTraceFileIsChartedInAnotherFolderAndItsNumbersAreJson() throws IOException {
        write(folder.resolve("my.json"));
        var shown = StokerProcess.run(folder, "trace", "my.json", "--out", "a/b", "--json", "--lanes", "2");
        assertThat(shown.err()).isEmpty();
        assertThat(shown.out())
                .hasLineCount(1)
                .startsWith(
                        "{\"trace\":\"my.json\",\"recorded_ms\":10.0,\"dropped_spans\":0,\"lanes\":[{\"lane\":\"host\",")
                .contains("\"copied_while_computing\":0.75");
        assertThat(folder.resolve("a/b/trace.svg")).isNotEmptyFile();
        assertThat(folder.resolve("a/b/trace.html")).content().contains("2 of 3 lanes");
    }

    @Test
    void aFileThatIsNotATraceIsOneSentence() throws IOException {
        Path run = run();
        refused("is a run without a trace; train with --profile 20:40 to record one", run.toString());
        refused("there is no run 'frist' in ", "frist");
        refused("is not a run folder: it has no plan.yaml, and no trace.json either", folder.toString());
        Files.writeString(run.resolve("trace.json"), "");
        refused("trace.json is empty; record the trace again", run.toString());
        Files.writeString(run.resolve("trace.json"), "{\"traceEvents\": []}");
        refused("trace.json holds no span: nothing was recorded", run.toString());
        write(run.resolve("whole.json"));
        String whole = Files.readString(run.resolve("whole.json"));
        Files.writeString(run.resolve("trace.json"), whole.substring(0, whole.length() / 2));
        refused("trace.json breaks off in line ", run.toString());
        refused(
                "plan.yaml is not a trace: line 1 is not JSON",
                run.resolve("plan.yaml").toString());
        refused("--lanes must be at least 1, got 0", run.resolve("whole.json").toString(), "--lanes", "0");
        refused(
                "cannot create the folder",
                run.resolve("whole.json").toString(),
                "--out",
                run.resolve("plan.yaml") + "/x");
    }

    private void refused(String sentence, String... arguments) {
        var all = new ArrayList<>(
                List.of("trace", "--runs", folder.resolve("runs").toString()));
        all.addAll(List.of(arguments));
        var err = new StringWriter();
        int exitCode = StokerCommand.commandLine().setErr(new PrintWriter(err)).execute(all.toArray(String[]::new));
        assertThat(err.toString()).startsWith("stoker: ").hasLineCount(1).contains(sentence);
        assertThat(exitCode).isEqualTo(2);
    }
}
