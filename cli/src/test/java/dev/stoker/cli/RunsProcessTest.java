package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsProcessTest {
    @TempDir
    private Path folder;

    private void run(String name, String plan, String metrics) throws IOException {
        Path run = Files.createDirectories(folder.resolve("runs").resolve(name));
        Files.writeString(run.resolve("plan.yaml"), plan);
        Files.writeString(run.resolve("metrics.jsonl"), metrics);
    }

    private static String epoch(double accuracy, double loss, int seconds) {
        return """
            {"kind":"epoch","step":9,"epoch":1,"validation_accuracy":%s,"validation_loss":%s,"seconds":%d,"images_per_second":1234.5}
            """.formatted(accuracy, loss, seconds);
    }

    private void writeRuns() throws IOException {
        String plan = "model: resnet18\ndata: images\nepochs: 2\n";
        run("20260101-000000-a", plan, epoch(0.5, 0.1, 30));
        run(
                "20260102-000000-a-very-long-name-for-an-experiment",
                "model: mobilenet_v1_0.75\ndata: some/where/a-long-name-of-a-dataset\nepochs: 2\n",
                epoch(0.9, 0.3, 20)
                        + "{\"kind\":\"test\",\"step\":9,\"test_accuracy\":0.875,\"last_test_accuracy\":0.1}\n");
        run("20260103-000000-c", plan, epoch(0.7, 0.2, 10));
        run("20260104-000000-damaged\u001b", "a: [", "");
    }

    @Test
    void runsAreATableOf80ColumnsWithTheBestFirst() throws IOException {
        writeRuns();
        var shown = StokerProcess.run(folder, "runs");
        assertThat(shown.err()).isEmpty();
        assertThat(shown.exitCode()).isZero();
        assertThat(shown.out().lines().limit(5))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(shown.out().lines().map(line -> line.replaceAll(" +", " ")))
                .startsWith("run model data epochs val % test % img/s state")
                .contains("20260103-000000-c resnet18 images 1/2 70.00 – 1,234 stopped".replace("1,234", "1,235"))
                .anyMatch(line -> line.startsWith("20260104-000000-damaged\\u001b: runs/20260104-000000-damaged"));
        assertThat(shown.out().lines().skip(1).limit(4).map(line -> line.substring(0, 8)))
                .containsExactly("20260102", "20260103", "20260101", "20260104");
    }

    @Test
    void runsAreOrderedAndWrittenAsJson() throws IOException {
        writeRuns();
        assertThat(first("loss")).contains("20260101-000000-a\"");
        assertThat(first("time")).contains("20260103-000000-c\"");
        assertThat(first("newest")).contains("20260104-000000-damaged");
        var wrong = StokerProcess.run(folder, "runs", "--by", "size");
        assertThat(wrong.err()).isEqualTo("stoker: by must be accuracy, loss, time or newest, got 'size' (--by)\n");
        var none = StokerProcess.run(folder, "runs", "--runs", "nowhere");
        assertThat(none.err())
                .startsWith("stoker: there is no folder ")
                .endsWith("nowhere; train first, or name another with runs (--runs)\n");
        assertThat(none.exitCode()).isEqualTo(2);
    }

    private String first(String order) {
        var shown = StokerProcess.run(folder, "runs", "--by", order, "--json");
        assertThat(shown.err()).isEmpty();
        assertThat(shown.out()).hasLineCount(1);
        return shown.out().substring(0, shown.out().indexOf('}'));
    }

    /** A shell reads it, and the flags that plans give to a command are in it. */
    @Test
    void theCompletionScriptKnowsCommandsAndFlagsOfPlans() throws Exception {
        var script = StokerProcess.run(folder, "completion");
        assertThat(script.err()).isEmpty();
        Files.writeString(folder.resolve("stoker.sh"), script.out());
        var shell = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source stoker.sh; compopt() { :; }; COMP_WORDS=(stoker train --label-s); COMP_CWORD=2;"
                                + " _complete_stoker; echo ${COMPREPLY[@]}; COMP_WORDS=(stoker ru); COMP_CWORD=1;"
                                + " _complete_stoker; echo ${COMPREPLY[@]}")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("--label-smoothing\nruns\n");
        assertThat(shell.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void helpOfACommandIsTheSameInBothWays() {
        var help = StokerProcess.run(folder, "help", "runs");
        assertThat(help.out())
                .startsWith("Usage: stoker runs")
                .isEqualTo(StokerProcess.run(folder, "runs", "--help").out());
    }
}
