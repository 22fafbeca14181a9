package dev.stoker.dashboard;

import static dev.stoker.dashboard.Answers.encoded;
import static dev.stoker.dashboard.Answers.list;
import static dev.stoker.dashboard.Answers.map;
import static dev.stoker.dashboard.Answers.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DashboardTest {
    @TempDir
    Path folder;

    private Path runs;
    private WrittenRuns written;
    private Dashboard dashboard;
    private Answers answers;

    @BeforeEach
    void opened() throws IOException {
        runs = Files.createDirectory(folder.resolve("runs"));
        written = new WrittenRuns(runs);
        dashboard = Dashboard.open(new DashboardSettings(runs, "127.0.0.1", 0, Optional.empty()));
        answers = new Answers(dashboard.address());
    }

    @AfterEach
    void closed() {
        answers.close();
        dashboard.close();
    }

    @Test
    void runsAreListedWithTheirFigures() throws Exception {
        written.finished("20260101-000000-first", 30);
        written.planned("20260102-000000-second", "cnn", "letters");
        restart();
        var cards = answers.runs();
        assertThat(cards).extracting(card -> card.get("name")).containsExactly("second", "first");
        assertThat(cards.getLast())
                .containsEntry("state", "finished")
                .containsEntry("model", "mlp")
                .containsEntry("data", "digits")
                .containsEntry("epochs", 3L)
                .containsEntry("step", 30L);
        assertThat(cards.getFirst()).containsEntry("state", "stopped").doesNotContainKey("metric");
    }

    @Test
    void curvesAreDownsampledAndKeepTheirPeak() throws Exception {
        Path run = written.planned("long", "mlp", "digits");
        var lines = new StringBuilder();
        for (int step = 1; step <= 20_000; step++) {
            lines.append("{\"kind\":\"step\",\"step\":%d,\"lr\":%s}\n".formatted(step, step == 12_345 ? "9.5" : "0.1"));
        }
        Files.writeString(run.resolve("metrics.jsonl"), lines);
        restart();
        answers.runs();
        var rate = map(map(answers.json("/api/curves?run=long").get("series")).get("lr"));
        assertThat(numbers(rate.get("value"))).hasSizeLessThanOrEqualTo(2_000).hasSizeGreaterThan(500);
        assertThat(numbers(rate.get("value")).contains(9.5)).isTrue();
        assertThat(numbers(rate.get("step")).contains(12_345L)).isTrue();
    }

    @Test
    void trainingIsShownSinceTheLineBeforeAndNotSinceTheEpochBegan() throws Exception {
        Path run = written.planned("means", "mlp", "digits");
        WrittenRuns.append(run, """
            {"kind":"step","step":1,"epoch":1,"train_loss":4.0,"train_accuracy":0.0,"images_per_second":100}
            {"kind":"step","step":2,"epoch":1,"train_loss":3.0,"train_accuracy":0.25,"images_per_second":50}
            {"kind":"epoch","step":2,"epoch":1,"train_loss":3.0,"seconds":1.5}
            {"kind":"step","step":3,"epoch":2,"train_loss":1.0,"train_accuracy":0.5,"images_per_second":100}
            {"kind":"step","step":4,"epoch":2,"train_loss":0.1,"train_accuracy":0.9,"images_per_second":100}
            """);
        restart();
        answers.runs();
        var series = map(answers.json("/api/curves?run=means").get("series"));
        assertThat(map(series.get("loss.train")).get("value"))
                .isEqualTo(List.of(4.0, 2.0, 1.0, 0.1)); // the last would be below 0
        assertThat(map(series.get("metric.train")).get("value")).isEqualTo(List.of(0.0, 0.5, 0.5, 0.9));
        assertThat((double) numbers(map(series.get("images_per_second")).get("value"))
                        .get(1))
                .isBetween(33.3, 33.4);
    }

    @Test
    void theDetailsOfARunHoldItsPlanBreakdownAndVerdict() throws Exception {
        written.finished("run", 30);
        restart();
        answers.runs();
        var details = answers.json("/api/run?run=run");
        assertThat(map(details.get("plan"))).containsEntry("lr", "0.1");
        assertThat(list(details.get("epochs")).getLast()).containsEntry("compute_share", 0.5);
        assertThat(String.valueOf(details.get("verdict"))).contains("waits for input 30 %");
        assertThat(Answers.list(details.get("notes"))).isEmpty();
    }

    @Test
    void aLineOfMetricsArrivesOnTheStreamWithinATenthOfASecondOrSo() throws Exception {
        Path run = written.finished("live", 10);
        restart();
        answers.runs();
        try (var stream = new EventStream(dashboard.address().resolve("/api/events?run=live"))) {
            assertThat(stream.next("points")).contains("\"anew\":true");
            long before = System.nanoTime();
            WrittenRuns.append(run, WrittenRuns.step(11));
            String change = stream.next("points");
            assertThat(change)
                    .contains("\"run\":\"live\"")
                    .contains("\"anew\":false")
                    .contains("\"step\":[11]");
            assertThat((System.nanoTime() - before) / 1e9).isLessThan(5); // a loaded machine; the benchmark measures
        }
    }

    @Test
    void runsThatComeAndGoAreTold() throws Exception {
        written.finished("one", 10);
        restart();
        answers.runs();
        try (var stream = new EventStream(dashboard.address().resolve("/api/events"))) {
            assertThat(stream.next("runs")).contains("\"id\":\"one\"");
            Path two = written.finished("two", 10);
            assertThat(stream.until("runs", "\"id\":\"two\"")).contains("\"gone\":[]");
            delete(two);
            assertThat(stream.until("runs", "\"gone\":[\"two\"]")).isNotEmpty();
        }
    }

    /** A stream used to keep a core when its dashboard was closed, so that after some of them no other stream got one. */
    @Test
    void aDashboardThatIsClosedEndsItsStreams() throws Exception {
        written.finished("one", 10);
        for (int times = 0; times < 3 * Runtime.getRuntime().availableProcessors(); times++) {
            restart();
            try (var stream = new EventStream(dashboard.address().resolve("/api/events"))) {
                assertThat(stream.next("runs")).isNotEmpty();
                dashboard.close();
            }
        }
        restart();
        try (var stream = new EventStream(dashboard.address().resolve("/api/events"))) {
            written.finished("last", 10);
            assertThat(stream.until("runs", "\"id\":\"last\"")).isNotEmpty();
        }
    }

    @Test
    void aRunThatVanishedIsASentence() throws Exception {
        var answer = answers.get("/api/run?run=gone");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("there is no such run: it was deleted or renamed");
    }

    @Test
    void damagedAndHalfWrittenRunsAreNotes() throws Exception {
        Path cut = written.finished("cut", 10);
        WrittenRuns.append(cut, "\u0000\u0000\nnot json\n{\"kind\":\"step\",\"step\":11,\"train_lo");
        Files.writeString(written.planned("plan", "mlp", "digits").resolve("plan.yaml"), "model: [");
        written.planned("young", "mlp", "digits");
        restart();
        var cards = answers.runs();
        assertThat(card(cards, "cut")).containsEntry("bad_lines", 2L).containsEntry("step", 10L);
        assertThat(card(cards, "plan")).containsEntry("state", "damaged");
        assertThat(String.valueOf(answers.json("/api/run?run=cut").get("notes")))
                .contains("2 lines of metrics.jsonl cannot be read");
        assertThat(String.valueOf(answers.json("/api/run?run=plan").get("notes")))
                .contains("plan.yaml, line ");
        assertThat(String.valueOf(answers.json("/api/run?run=young").get("notes")))
                .contains("There is no metrics.jsonl");
    }

    @Test
    void aRunOfBeforeIsShownInTheWordsOfToday() throws Exception {
        Path run = written.planned("older", "mlp", "digits");
        WrittenRuns.append(
                run,
                "{\"kind\":\"epoch\",\"step\":4,\"epoch\":1,\"test_loss\":0.5,\"test_accuracy\":0.75,\"copying_share\":0.25}\n");
        restart();
        assertThat(answers.runs().getFirst())
                .containsEntry("metric", "accuracy")
                .containsEntry("best_metric", 0.75)
                .doesNotContainKey("test_metric");
        assertThat(map(answers.json("/api/curves?run=older").get("series"))).containsKey("metric.validation");
    }

    @Test
    void aRunWithSeveralLabelsShowsItsMeanAveragePrecision() throws Exception {
        Path run = written.planned("several", "mlp", "digits");
        WrittenRuns.append(run, """
            {"kind":"epoch","step":4,"epoch":1,"validation_loss":0.5,"validation_map":0.75,"train_exact_match":0.5}
            {"kind":"test","step":4,"test_loss":0.5,"test_map":0.25}
            """);
        restart();
        assertThat(answers.runs().getFirst())
                .containsEntry("metric", "mAP")
                .containsEntry("metric_field", "map")
                .containsEntry("best_metric", 0.75)
                .containsEntry("test_metric", 0.25);
        assertThat(map(answers.json("/api/curves?run=several").get("series"))).containsKey("metric.validation");
    }

    @Test
    void experimentsAndTheirRunsAreShown() throws Exception {
        Files.createDirectories(runs.resolve("experiments/batch-size/runs"));
        Files.writeString(
                runs.resolve("experiments/batch-size/experiment.json"),
                "{\"columns\":[{\"key\":\"images_per_second\",\"title\":\"images/s\"}],\"rows\":[{\"values\":{\"batch\":\"32\"},"
                    + "\"runs\":[\"a\"],\"images_per_second\":10}]}");
        Files.createDirectory(runs.resolve("broken"));
        Files.writeString(runs.resolve("broken/experiment.json"), "{\"rows\":");
        new WrittenRuns(runs.resolve("experiments/batch-size/runs")).finished("a", 10);
        restart();
        assertThat(answers.runs()).extracting(run -> run.get("id")).containsExactly("batch-size/a");
        var experiments = list(answers.json("/api/experiments").get("experiments"));
        assertThat(experiments).extracting(each -> each.get("name")).containsExactly("broken", "batch-size");
        assertThat(String.valueOf(experiments.getFirst().get("problem"))).contains("cannot be read");
        assertThat(answers.get("/api/run?run=" + encoded("batch-size/a")).statusCode())
                .isEqualTo(200);
    }

    @Test
    void aPortInUseIsASentence() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var settings = new DashboardSettings(runs, "127.0.0.1", taken.getLocalPort(), Optional.empty());
            assertThatThrownBy(() -> Dashboard.open(settings))
                    .isInstanceOf(StokerException.class)
                    .hasMessage("port %d of 127.0.0.1 is in use; choose another, or 0 for any that is free"
                            .formatted(taken.getLocalPort()));
        }
    }

    @Test
    void settingsThatCannotBeAreSentences() {
        assertThatThrownBy(() -> new DashboardSettings(runs, "127.0.0.1", 70_000, Optional.empty()))
                .hasMessage("a port is 0 to 65,535, got 70,000");
        assertThatThrownBy(() -> new DashboardSettings(runs, "0.0.0.0", 0, Optional.empty()))
                .hasMessageContaining("needs a token");
        assertThatThrownBy(() -> new DashboardSettings(runs, "127.0.0.1", 0, Optional.of("short")))
                .hasMessageContaining("at least 8");
        assertThatThrownBy(() -> new DashboardSettings(runs, "no such host", 0, Optional.empty()))
                .hasMessageContaining("knows no address 'no such host'");
        assertThatThrownBy(() -> Dashboard.open(
                        new DashboardSettings(folder.resolve("nowhere"), "127.0.0.1", 0, Optional.empty())))
                .hasMessageContaining("there is no folder");
    }

    private static Map<String, @Nullable Object> card(List<Map<String, @Nullable Object>> cards, String id) {
        return cards.stream()
                .filter(card -> id.equals(card.get("id")))
                .findFirst()
                .orElseThrow();
    }

    /** The list is read again two seconds later, so a new dashboard is quicker. */
    private void restart() {
        closed();
        dashboard = Dashboard.open(new DashboardSettings(runs, "127.0.0.1", 0, Optional.empty()));
        answers = new Answers(dashboard.address());
    }

    private static void delete(Path run) throws IOException {
        try (var files = Files.walk(run)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
