package dev.stoker.lab.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.telemetry.log.Json;
import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
    @TempDir
    private Path folder;

    private int count;

    private RunFigures run(int batch, int seed, double rate, double accuracy) {
        var run = new TestRunFolder(
                folder,
                "20260101-00000%d-r".formatted(count++),
                "model: mlp\nbatch: %d\nseed: %d\n".formatted(batch, seed));
        var random = new Random(count);
        run.epoch(20, rate / 3, accuracy / 2);
        for (int i = 0; i < 5; i++) {
            run.epoch(1000 / rate, rate * (1 + 0.02 * random.nextGaussian()), accuracy);
        }
        return run.file(
                        "result.json",
                        "{\"best_validation_accuracy\":%s,\"gpu_utilization_median\":0.5}".formatted(accuracy))
                .read();
    }

    private static Comparison comparison(List<RunFigures> runs) {
        return ComparedRuns.of(runs, Goal.NONE);
    }

    @Test
    void runsOfTheSamePlanButForTheSeedAreOneRow() {
        var comparison = comparison(List.of(run(32, 1, 100, 0.8), run(64, 1, 200, 0.8), run(32, 2, 110, 0.9)));
        var table = ComparisonTable.of(comparison);
        assertThat(table.titles()).startsWith("batch", "runs").contains("img/s", "GPU %", "speed-up");
        assertThat(table.rows()).hasSize(2);
        assertThat(table.rows().getFirst()).startsWith("32", "2");
        assertThat(comparison.speedUp(comparison.groups().get(1)).getAsDouble()).isBetween(1.7, 2.1);
    }

    private RunFigures multiLabelRun(int batch, double map) {
        return new TestRunFolder(
                        folder, "20260101-00000%d-m".formatted(count++), "model: mlp\nbatch: %d\n".formatted(batch))
                .file(
                        "result.json",
                        "{\"best_validation_map\":%s,\"test_map\":%s,\"per_class\":[{\"images\":1000}]}"
                                .formatted(map, map / 2))
                .read();
    }

    /** The images of all classes together are more than those of the split, so sampling noise is not known. */
    @Test
    void runsWithSeveralLabelsAreComparedByMeanAveragePrecision() {
        var comparison = comparison(List.of(multiLabelRun(32, 0.5), multiLabelRun(64, 0.75), run(16, 1, 100, 0.8)));
        var table = ComparisonTable.of(comparison);
        assertThat(table.titles()).contains("val mAP %", "test mAP %").doesNotContain("val %");
        assertThat(table.rows().get(1)).contains("75.00", "37.50");
        assertThat(table.rows().get(2)).doesNotContain("80.00");
        assertThat(Json.write(ComparisonJson.fields(comparison)))
                .contains("\"validation_map\":0.75")
                .doesNotContain("accuracy");
        var both = comparison(List.of(multiLabelRun(32, 0.5), multiLabelRun(64, 0.75)));
        assertThat(Verdict.sentences(both))
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("test mAP: batch=64 has 37.50 % against 25.00 % of batch=32; measured once"));
    }

    @Test
    void aDifferenceBeyondTheNoiseIsToldFromNone() {
        var faster = new ArrayList<RunFigures>();
        var same = new ArrayList<RunFigures>();
        for (int seed = 1; seed <= 3; seed++) {
            faster.add(run(32, seed, 100, 0.8 + 0.01 * seed));
            faster.add(run(64, seed, 150, 0.8 + 0.012 * seed));
            same.add(run(32, seed, 100 + seed, 0.7 + 0.001 * seed));
            same.add(run(64, seed, 102 + seed * seed % 3, 0.9 + 0.001 * seed));
        }
        assertThat(Verdict.sentences(comparison(faster)))
                .hasSize(2)
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("throughput: batch=64 is fastest: ")
                        .endsWith("(p < 0.001)"))
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("validation accuracy: no difference beyond the noise: batch=64"));
        assertThat(Verdict.sentences(comparison(same)))
                .anySatisfy(sentence -> assertThat(sentence).startsWith("throughput: no difference beyond the noise"))
                .anySatisfy(sentence ->
                        assertThat(sentence).startsWith("validation accuracy: batch=64 has 90.20 ± 0.10 % against"));
    }

    /** With the noise as it is among runs of one plan, a difference is seen in at most one of twenty comparisons. */
    @Test
    void runsOfTheSameKindSeldomDiffer() {
        var random = new Random(11);
        int found = 0;
        for (int trial = 0; trial < 2000; trial++) {
            double[] one = random.doubles(5).toArray();
            double[] two = random.doubles(5).toArray();
            found += WelchTest.probability(Spread.of(one), Spread.of(two)).getAsDouble() < 0.05 ? 1 : 0;
        }
        assertThat(found).isBetween(60, 130);
    }

    @Test
    void singleRunsAreComparedByTheirEpochsAndByTheirTestImages() {
        var sentences = Verdict.sentences(comparison(List.of(run(32, 1, 100, 0.8), run(64, 1, 200, 0.8))));
        assertThat(sentences)
                .anySatisfy(sentence ->
                        assertThat(sentence).contains("batch=64 is fastest").contains("p < 0.001"))
                .anySatisfy(sentence ->
                        assertThat(sentence).contains("measured once, which says nothing about noise: repeat"));
    }

    @Test
    void aRowThatIsWorseThanTheBestIsNamedWhateverTheBaselineIs() {
        var runs = new ArrayList<RunFigures>();
        for (int seed = 1; seed <= 3; seed++) {
            runs.add(run(32, seed, 100, 0.80 + 0.002 * seed));
            runs.add(run(64, seed, 100, 0.80 + 0.0021 * seed));
            runs.add(run(512, seed, 100, 0.50 + 0.002 * seed));
        }
        assertThat(Verdict.sentences(comparison(runs)))
                .contains("validation accuracy: worse beyond the noise: batch=512")
                .anySatisfy(sentence -> assertThat(sentence)
                        .startsWith("validation accuracy: no difference beyond the noise: batch=64 has 80.42"));
    }

    @Test
    void aTableFitsAndLeavesOutWhatSaysLeast() {
        var comparison = comparison(List.of(run(32, 1, 100, 0.8), run(64, 1, 200, 0.8)));
        var narrow = ComparisonTable.fitting(comparison, 40);
        assertThat(narrow.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(40));
        assertThat(narrow.titles()).contains("batch", "img/s", "speed-up").doesNotContain("memory");
        assertThat(ComparisonTable.of(comparison).titles()).contains("memory");
    }

    @Test
    void manyDifferentKeysAreNotedInsteadOfColumns() {
        var one = new TestRunFolder(folder, "one", "a: 1\nb: 1\nc: 1\nd: 1\ne: 1\n")
                .epoch(1, 1, 0.1)
                .read();
        var two = new TestRunFolder(folder, "two", "a: 2\nb: 2\nc: 2\nd: 2\ne: 2\n")
                .file("state.json", "{\"state\":\"failed\",\"reason\":\"disk full\"}")
                .read();
        var table = ComparisonTable.of(comparison(List.of(one, two)));
        assertThat(table.titles()).startsWith("run");
        assertThat(table.notes())
                .containsExactly(
                        "run=one: a 1, b 1, c 1, d 1, e 1",
                        "run=two: a 2, b 2, c 2, d 2, e 2; two is failed: disk full");
        assertThat(table.rows().get(1)).contains("–");
    }

    @Test
    void efficiencyIsSpeedUpOverTheFactorOfResources() {
        var rows = List.of(
                new RunGroup(Map.of("cores", "1"), List.of(run(32, 1, 100, 0.8)), ""),
                new RunGroup(Map.of("cores", "4"), List.of(run(32, 1, 300, 0.8)), ""));
        var comparison = new Comparison("cores", rows, Goal.NONE);
        assertThat(comparison.efficiency(rows.get(1)).getAsDouble()).isBetween(0.7, 0.8);
        var words = new RunGroup(Map.of("workers", "auto"), List.of(run(32, 1, 300, 0.8)), "");
        assertThat(new Comparison("workers", List.of(rows.get(0), words), Goal.NONE).efficiency(words))
                .isEmpty();
    }

    @Test
    void filesHoldHostileNamesAsText() throws IOException {
        var hostile = new RunGroup(
                Map.of("model", "<script>alert(1)</script>|a\"b,=1+1"), List.of(run(32, 1, 100, 0.8)), "=cmd()");
        var comparison =
                new Comparison("a <b> & c", List.of(hostile), new Goal(OptionalDouble.of(0.5), OptionalDouble.of(2)));
        Path out = folder.resolve("out");
        ComparisonFiles.write(out, comparison, List.of("<i>"));
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("<title>a &lt;b&gt; &amp; c</title>", "&lt;script&gt;", "<svg")
                .doesNotContain("<script", "<i>", "http://", "https://");
        assertThat(Files.readString(out.resolve("table.md"))).contains("&lt;script>alert(1)&lt;/script>\\|a");
        assertThat(Files.readString(out.resolve("table.csv")))
                .startsWith("model,epoch_seconds,first_epoch_seconds,images_per_second,")
                .contains("\"<script>alert(1)</script>|a\"\"b,=1+1\"")
                .contains(",'=cmd()");
        assertThat(out.resolve("chart.svg")).content().contains("<svg").doesNotContain("<script");
        var json = JsonReader.read(Json.write(ComparisonJson.fields(comparison)));
        assertThat(json)
                .containsEntry("target", 0.5)
                .containsEntry("price", 2.0)
                .containsKey("rows");
    }
}
