package dev.stoker.job.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Shape;
import dev.stoker.job.internal.run.RunFolder;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.train.evaluation.ConfusionMatrix;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportTest {
    private static final String HOSTILE = "<script>alert('x')</script>\" onload='y'\u001b[31m";
    private static final LocalDateTime WHEN = LocalDateTime.of(2026, 1, 2, 3, 4, 5);

    @TempDir
    private Path folder;

    private RunFolder run;

    @BeforeEach
    void create() {
        run = RunFolder.create(folder, "report", WHEN);
    }

    @AfterEach
    void close() {
        run.close();
    }

    private RunReport report(String... classes) {
        return new RunReport(run, Plan.DEFAULTS.with("lr", "0.3"), "mlp", "/data/clothes/", List.of(classes));
    }

    private String written(String state, String reason) throws IOException {
        report("a", "b").write(state, reason);
        return Files.readString(run.report());
    }

    /** Epochs of these rates, with their shares of the time. */
    private void metrics(String shares, double... rates) throws IOException {
        var lines = new ArrayList<String>();
        double seconds = 0;
        for (int i = 0; i < rates.length; i++) {
            seconds += 1000 / rates[i];
            lines.add(
                    "{\"kind\":\"step\",\"step\":%d,\"epoch\":%d,\"train_loss\":1.0,\"train_accuracy\":0.5,\"lr\":0.1%s}"
                            .formatted(10 * i + 5, i + 1, shares));
            lines.add(
                    "{\"kind\":\"epoch\",\"step\":%d,\"epoch\":%d,\"train_loss\":0.8,\"train_accuracy\":0.7,\"validation_loss\":0.9,\"validation_accuracy\":0.%d5,\"images_per_second\":%s,\"seconds\":%s%s}"
                            .formatted(10 * i + 10, i + 1, 6 + i % 2, rates[i], seconds, shares));
        }
        Files.write(run.metrics(), lines);
    }

    private void utilization(double first, double second) throws IOException {
        Files.writeString(
                run.utilization(),
                IntStream.range(0, 40)
                        .mapToObj(i ->
                                "{\"time\":%d,\"step\":1,\"gpu0_utilization\":%s,\"gpu1_utilization\":%s,\"process_cpu_cores\":1.5}\n"
                                        .formatted(i, first, second))
                        .collect(Collectors.joining()));
    }

    @Test
    void aRunIsShownWithWhatItReachedAndWhereItsTimeWent() throws IOException {
        metrics(",\"input_share\":0.6,\"compute_share\":0.3,\"evaluation_share\":0.1", 50, 100, 110);
        String page = written("finished", "");
        assertThat(page)
                .contains(
                        "mlp on clothes",
                        "20260102-030405-report",
                        "Finished 3 of ",
                        "It classifies 75.00 % of the validation split correctly (best, at step 20)",
                        "It trains 105 images per second; most of the time, 60 %, goes to input.",
                        "60 % of the time went to waiting for input: look at --workers")
                .contains("<h2>Loss</h2>", "<h2>Accuracy</h2>", "<h2>Learning rate</h2>", "<h2>Throughput</h2>")
                .contains("first epoch, with warm-up", ">first epoch<", ">others<", ">whole run<", "<h2>Plan</h2>")
                .endsWith("</html>\n");
        assertThat(page).doesNotContain("<script", "src='http", "href=", "@import", "NaN", "Infinity");
    }

    @Test
    void sharesOfOlderVersionsAreShown() throws IOException {
        metrics(",\"input_share\":0.1,\"copying_share\":0.2,\"computing_share\":0.7", 100, 100);
        assertThat(written("finished", ""))
                .contains("most of the time, 70 %, goes to compute", "20 % of the time went to copying batches");
    }

    @Test
    void aRunThatFailedBeforeItsFirstStepHasAReport() throws IOException {
        assertThat(written("failed", "the disk is full; free some space"))
                .contains("Failed (0 of ", "the disk is full; free some space.", "<h2>Plan</h2>")
                .doesNotContain("<svg", "NaN");
    }

    @Test
    void aRunThatWasStoppedInItsFirstEpochIsAdvisedByItsLastStep() throws IOException {
        Files.writeString(
                run.metrics(),
                "{\"kind\":\"step\",\"step\":20,\"epoch\":1,\"train_loss\":1.0,\"input_share\":0.7,\"compute_share\":0.3}\n");
        assertThat(written("stopped", ""))
                .contains("Stopped after step 20 (0 of ", "70 % of the time went to waiting for input");
    }

    @Test
    void cutOffAndForeignLinesAreToldFromMetrics() throws IOException {
        metrics("", 100, 100, 100);
        Files.writeString(
                run.metrics(), Files.readString(run.metrics()) + "no json\n{\"kind\":\"epoch\",\"step\":40,\"epo");
        assertThat(written("stopped", "")).contains("Stopped after step 30 (3 of ");
    }

    @Test
    void markupInNamesIsShownAndNotObeyed() throws IOException {
        metrics("", 100, 100);
        var hostile = new RunReport(run, Plan.DEFAULTS.with("model", "mlp"), "mlp", HOSTILE, List.of(HOSTILE, "b"));
        var pixels = Thumbnail.of(MemorySegment.ofArray(new byte[28 * 28]), new Shape(28, 28, 1));
        hostile.evaluated(
                new Evaluation(
                        1,
                        0.9,
                        1,
                        10,
                        Optional.of(new ConfusionMatrix(2, new long[] {5, 1, 0, 4})),
                        CorruptImages.NONE),
                new RunSamples(
                        List.of(),
                        List.of(new SamplePrediction(pixels, 0, 1, 0.9), new SamplePrediction(pixels, 0, 0, 0.8)),
                        Optional.empty()));
        hostile.write("failed", HOSTILE);
        String page = Files.readString(run.report());
        assertThat(page)
                .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;", "\\u001b[31m")
                .contains("src='data:image/png;base64,", "Wrong, the surest first", "is &lt;script&gt;")
                .doesNotContain("<script", "' onload", "\u001b");
    }

    @Test
    void epochsThatBecomeSlowerAreCalledOut() throws IOException {
        metrics("", 50, 100, 100, 100, 100, 100, 100, 90, 91, 90);
        assertThat(written("finished", "")).contains("The last third of the epochs took 11 % longer for an image");
    }

    @Test
    void epochsOfEqualTimesAreNot() throws IOException {
        metrics("", 50, 100, 101, 99, 100, 100, 101, 98, 99, 98);
        assertThat(written("finished", "")).doesNotContain("The last third");
    }

    @Test
    void devicesThatAreNotEquallyBusyAreCalledOut() throws IOException {
        metrics("", 100, 100);
        utilization(0.95, 0.60);
        assertThat(written("finished", ""))
                .contains("The devices are not equally busy: GPU 0 at 95 %, GPU 1 at 60 % (medians).")
                .contains("<h2>Utilization</h2>", ">GPU 1<", ">CPU (this run)<");
        utilization(0.95, 0.0);
        assertThat(written("finished", "")).contains("1 of 2 GPUs were idle.").doesNotContain("equally busy");
        utilization(0.95, 0.92);
        assertThat(written("finished", "")).doesNotContain("equally busy", "were idle");
    }

    @Test
    void theSlowestRankIsNamed() throws IOException {
        metrics(
                ",\"communication_share\":0.2,\"rank_communication_shares\":[0.2,0.08],\"rank_straggler_shares\":[0.12,0.0]",
                100,
                100);
        assertThat(written("finished", ""))
                .contains("Ranks waited for rank 1, the slowest, for up to 12 % of the time")
                .contains("<h2>Waiting of ranks</h2>", ">for the slowest rank<");
        metrics(",\"communication_share\":0.2", 100, 100);
        assertThat(written("finished", "")).doesNotContain("Waiting of ranks", "the slowest");
    }

    @Test
    void keysThatDifferFromTheDefaultsAreMarked() throws IOException {
        assertThat(written("finished", ""))
                .containsPattern("class='changed'>\\s*<th scope='row'>lr</th><td>0.3</td>")
                .containsPattern("\\d+ keys with their defaults");
    }

    @Test
    void manyClassesAreListedByTheirConfusions() {
        int classes = 30;
        var counts = new long[classes * classes];
        counts[3 * classes + 7] = 9;
        counts[3 * classes + 3] = 1;
        var names = IntStream.range(0, classes).mapToObj(i -> "class " + i).toList();
        assertThat(ConfusionTable.of(new ConfusionMatrix(classes, counts), names))
                .contains("<td>class 3</td><td>class 7</td><td>9 of 10</td>");
    }

    @Test
    void classesHavePrecisionRecallAndF1() {
        var matrix = new ConfusionMatrix(3, new long[] {90, 10, 0, 5, 5, 0, 0, 0, 0});
        assertThat(ClassTable.of(matrix, List.of("often", "seldom", "never")))
                .contains("<tr><td>often</td><td>100</td><td>94.7 %</td><td>90.0 %</td><td>92.3 %</td></tr>")
                .contains("<tr><td>seldom</td><td>10</td><td>33.3 %</td><td>50.0 %</td><td>40.0 %</td></tr>")
                .contains("<tr><td>never</td><td>0</td><td>0.0 %</td><td>0.0 %</td><td>0.0 %</td></tr>")
                .contains("<tr><td>macro average</td><td>110</td><td>64.0 %</td><td>70.0 %</td><td>66.2 %</td></tr>");
    }

    @Test
    void ofManyClassesTheWorstAreShown() {
        int classes = 60;
        var counts = new long[classes * classes];
        for (int i = 0; i < classes; i++) {
            counts[i * classes + i] = 10L + i;
            counts[i * classes + (i + 1) % classes] = 10;
        }
        var names = IntStream.range(0, classes).mapToObj(i -> "class " + i).toList();
        assertThat(ClassTable.of(new ConfusionMatrix(classes, counts), names))
                .contains("The 20 classes with the lowest F1 of 60; result.json has all.")
                .contains("<td>class 0</td>", "macro average")
                .doesNotContain("<td>class 59</td>");
    }

    @Test
    void everyFlagOfTheAdviceExists() throws IOException {
        metrics(
                ",\"input_share\":0.3,\"copy_share\":0.1,\"communication_share\":0.1,\"evaluation_share\":0.1,\"checkpoint_share\":0.1,\"other_share\":0.3",
                100,
                100);
        var pages = new StringBuilder(written("finished", ""));
        metrics(",\"compute_share\":0.9", 100, 100);
        pages.append(written("finished", ""));
        var flags = Pattern.compile("--([a-z-]+)")
                .matcher(pages.toString().replaceAll("(?s)<style>.*?</style>|style='[^']*'", ""))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
        assertThat(PlanKey.all().stream().map(PlanKey::name).toList()).containsAll(flags);
        assertThat(flags).contains("workers", "evaluate-every", "checkpoint-every", "precision");
    }

    @Test
    void largeImagesAreAveragedDown() {
        var pixels = new byte[160 * 160 * 3];
        Arrays.fill(pixels, (byte) 200);
        var thumbnail = Thumbnail.of(MemorySegment.ofArray(pixels), new Shape(160, 160, 3));
        assertThat(thumbnail.width()).isEqualTo(53);
        assertThat(thumbnail.pixels()).hasSize(53 * 53 * 3).containsOnly((byte) 200);
        var sheet = Thumbnail.sheet(List.of(thumbnail, thumbnail, thumbnail), 2);
        assertThat(sheet.width()).isEqualTo(110);
        assertThat(sheet.height()).isEqualTo(110);
    }
}
