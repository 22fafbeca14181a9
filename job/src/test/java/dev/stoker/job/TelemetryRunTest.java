package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.job.option.Auto;
import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.hardware.CpuInfo;
import dev.stoker.train.TimeShare;
import dev.stoker.train.step.Precision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run says about itself: where its time went, and why its precision was chosen. */
class TelemetryRunTest {
    private static final Path DATA = SmallTestData.of(600, 200);
    private static final List<String> DEFAULTS =
            List.of("model=mlp", "epochs=2", "log-every=4", "checkpoint-every=3", "device=cpu", "threads=1");

    @TempDir
    Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder, DEFAULTS, settings);
    }

    private static double number(String line, String key) {
        var found = Pattern.compile("\"%s\":([-+.0-9E]+)".formatted(key)).matcher(line);
        assertThat(found.find()).as(key + " in " + line).isTrue();
        return Double.parseDouble(found.group(1));
    }

    @Test
    void theSharesOfStepsAndEpochsAddUpToOne() throws IOException {
        var result = TestRuns.run(plan());
        var lines = Files.readAllLines(result.run().resolve("metrics.jsonl"));
        assertThat(lines)
                .filteredOn(line -> line.contains("\"input_share\""))
                .hasSizeGreaterThan(4)
                .allSatisfy(line -> {
                    double sum = Arrays.stream(TimeShare.values())
                            .mapToDouble(share -> number(line, share.key()))
                            .sum();
                    assertThat(sum).isBetween(0.999, 1.001);
                    assertThat(number(line, "compute_share")).isPositive();
                    assertThat(number(line, "communication_share")).isZero();
                });
        assertThat(lines)
                .filteredOn(line -> line.startsWith("{\"kind\":\"epoch\""))
                .hasSize(2)
                .allSatisfy(line -> {
                    assertThat(number(line, "evaluation_share")).isPositive();
                    assertThat(number(line, "transform_seconds")).isPositive();
                    assertThat(number(line, "decode_seconds")).isZero();
                });
        assertThat(result.fields()).containsKeys("input_share", "evaluation_share", "checkpoint_share");
    }

    @Test
    void theChosenPrecisionIsInThePlanWithItsReason() throws IOException {
        var expected = CpuInfo.ofThisMachine().hasBfloat16() ? Precision.BF16 : Precision.FP32;
        try (var job = TrainingJob.start(plan("precision=auto"))) {
            assertThat(job.plan().step().precision()).isEqualTo(Auto.of(expected));
            assertThat(job.precisionNote().orElseThrow()).startsWith("precision auto → " + expected.title());
            assertThat(job.warnings()).isEmpty();
            job.run();
            assertThat(Files.readAllLines(job.folder().resolve("plan.yaml")))
                    .contains("precision: " + expected.title())
                    .contains("# " + job.precisionNote().orElseThrow());
        }
    }

    @Test
    void aRunMayBeResumedWithOtherInterOpThreads() {
        Path run;
        try (var job = TrainingJob.start(plan("interop-threads=2"))) {
            run = job.folder();
        }
        try (var job = TrainingJob.resume(run.toString(), folder, Map.of("interop-threads", "1"))) {
            assertThat(job.plan().device().interopThreads()).isEqualTo(Auto.of(1));
        }
    }
}
