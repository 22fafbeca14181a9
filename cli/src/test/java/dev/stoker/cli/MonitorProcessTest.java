package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real commands, with children of their own. */
class MonitorProcessTest {
    /** Ends when the table of samples has a few rows, however long that takes on a machine under load. */
    private static final String UNTIL_SAMPLED = "while [ $(wc -l < use.csv) -lt 6 ]; do sleep 0.05; done";

    @TempDir
    Path folder;

    @BeforeEach
    void onLinux() {
        assumeTrue(Files.exists(Path.of("/proc/self/stat")), "processes are counted by /proc");
    }

    @Test
    void theExitCodeIsThatOfTheCommandAndItsOutputIsItsOwn() {
        var ended = monitored("use.csv", "echo out; echo err >&2; %s; exit 7".formatted(UNTIL_SAMPLED));

        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(7);
        assertThat(ended.out()).isEqualTo("out\n");
        assertThat(ended.err())
                .contains("err\n", "median", "p10", "p90", "peak", "CPU cores", "page cache", "processes");
        assertThat(ended.err().lines()).allMatch(line -> line.length() <= 80 || line.startsWith("stoker:"));
    }

    @Test
    void theSummaryAndTheCsvHoldTheSameSamples() throws IOException {
        Path csv = folder.resolve("use.csv");

        var ended = monitored(
                "use.csv",
                "echo hello; sh -c '%s' & sh -c '%s'; wait".formatted(UNTIL_SAMPLED, UNTIL_SAMPLED),
                "--json");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.err()).contains("hello");
        var fields = JsonReader.read(ended.out());
        var lines = Files.readAllLines(csv);
        var names = List.of(lines.getFirst().split(","));
        assertThat(fields).containsEntry("exit_code", 0L).containsEntry("samples", (long) lines.size() - 1);
        assertThat(lines).allMatch(line -> line.split(",", -1).length == names.size());
        double peak = lines.stream()
                .skip(1)
                .map(line -> line.split(",", -1)[names.indexOf("process_memory_bytes")])
                .filter(cell -> !cell.isEmpty())
                .mapToDouble(Double::parseDouble)
                .max()
                .orElseThrow();
        assertThat(peak(fields.get("process_memory_bytes"))).isEqualTo(peak);
        assertThat(peak(fields.get("process_count"))).isGreaterThanOrEqualTo(3);
    }

    private static double peak(@Nullable Object summary) {
        return (double) Objects.requireNonNull(((Map<?, ?>) Objects.requireNonNull(summary)).get("peak"));
    }

    @Test
    void aSignalReachesTheCommandAndTheSummaryIsStillPrinted() throws Exception {
        Path ready = folder.resolve("ready");
        var started = StokerProcess.start(
                folder,
                List.of(),
                "monitor",
                "--every",
                "50ms",
                "--",
                "sh",
                "-c",
                "trap 'echo interrupted; exit 9' INT; touch '%s'; while :; do sleep 0.1; done".formatted(ready));
        await(ready);
        Thread.sleep(200);
        started.signal("INT");
        var ended = started.ended();

        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(9);
        assertThat(ended.out()).isEqualTo("interrupted\n");
        assertThat(ended.err()).contains("median");
    }

    @Test
    void nothingIsLeftOfACommandThatWasTerminated() throws Exception {
        Path numbers = folder.resolve("numbers");
        var started = StokerProcess.start(
                folder,
                List.of(),
                "monitor",
                "--every",
                "50ms",
                "--",
                "sh",
                "-c",
                "sleep 600 & echo $! > '%s.part'; mv '%s.part' '%s'; sleep 600".formatted(numbers, numbers, numbers));
        await(numbers);
        Thread.sleep(300);
        started.signal("TERM");
        var ended = started.ended();

        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(143);
        long grandchild = Long.parseLong(Files.readString(numbers).strip());
        assertThat(ProcessHandle.of(grandchild)
                        .filter(each -> each.info().command().isPresent()))
                .isEmpty();
    }

    @Test
    void withoutACommandItRunsForTheTimeGiven() {
        var ended = StokerProcess.run(folder, "monitor", "--for", "300ms", "--every", "100ms");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("machine: ", "CPU cores", "median");
    }

    @Test
    void withoutACommandCtrlCEndsItWithSuccess() throws Exception {
        Path csv = folder.resolve("use.csv");
        var started =
                StokerProcess.start(folder, List.of(), "monitor", "--every", "50ms", "--json", "--csv", csv.toString());
        await(csv);
        Thread.sleep(300);
        started.signal("INT");
        var ended = started.ended();

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(JsonReader.read(ended.out())).containsKeys("samples", "machine_cpu_cores");
    }

    @Test
    void aCommandThatCannotStartIsOneSentence() {
        refused(
                "cannot start 'no-such-command' (No such file or directory); check its name and the PATH",
                "no-such-command");
        refused(
                "cannot start '%s' (Permission denied); check its name and the PATH".formatted(folder),
                folder.toString());
    }

    @Test
    void timesThatAreNoneAreRefused() {
        refused("--every must be a time such as 500ms, 2s or 5min, got '5'", "--every", "5");
        refused("--every must be at least 10ms, got 1ms", "--every", "1ms");
        refused("--for must be more than 0, got '0s'", "--for", "0s");
        refused(
                "--for is for monitoring without a command; a command is monitored until it ends",
                "--for",
                "1s",
                "true");
        refused(
                "choose a file in a writable folder",
                "--csv",
                folder.resolve("absent/use.csv").toString(),
                "true");
    }

    private StokerProcess.Ended monitored(String csv, String script, String... flags) {
        var all = new ArrayList<String>(List.of("monitor", "--every", "50ms", "--csv", csv));
        all.addAll(List.of(flags));
        all.addAll(List.of("--", "sh", "-c", script));
        return StokerProcess.run(folder, all.toArray(String[]::new));
    }

    private void refused(String sentence, String... arguments) {
        var all = new String[arguments.length + 1];
        all[0] = "monitor";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        var ended = StokerProcess.run(folder, all);

        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(2);
        assertThat(ended.err().lines().filter(line -> !line.startsWith("stoker: no GPU")))
                .singleElement()
                .asString()
                .contains(sentence);
    }

    private static void await(Path file) throws InterruptedException {
        for (int i = 0; i < 3000 && !Files.exists(file); i++) {
            Thread.sleep(20);
        }
        assertThat(file).exists();
    }
}
