package dev.stoker.job.pareto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParetoReportTest {
    private static ComparedModel model(String name, double accuracy, double rate, long bytes) {
        return new ComparedModel(name, "32×32×3", 1_000_000, new Bytes(bytes), rate, OptionalDouble.of(accuracy));
    }

    @Test
    void aModelIsOnTheFrontUnlessAnotherIsBetterAndNowhereWorse() {
        var accurate = model("accurate", 0.95, 100, 1000);
        var fast = model("fast", 0.90, 900, 500);
        var worse = model("worse", 0.90, 800, 500);
        var small = model("small", 0.80, 700, 10);
        var untrained = new ComparedModel("untrained", "", 1, new Bytes(1), 9999, OptionalDouble.empty());
        var report = new ParetoReport("cpu, fp32", 8, List.of(accurate, fast, worse, small, untrained));
        assertThat(report.models().stream().filter(report::isOnFront).map(ComparedModel::name))
                .containsExactly("accurate", "fast", "small");
    }

    @Test
    void aRunHasItsAccuracyAndAPageIsWritten(@TempDir Path folder) throws IOException {
        var plan = Plan.DEFAULTS
                .with("model", "mlp")
                .with("max-steps", "20")
                .with("runs", folder.resolve("runs").toString());
        Path run;
        try (var job = TrainingJob.start(plan)) {
            run = job.run().run();
        }
        var report = ParetoReport.of(List.of(run), "cpu", 8, _ -> {});
        assertThat(report.models()).hasSize(1);
        assertThat(report.models().getFirst().accuracy()).isPresent();
        assertThat(report.models().getFirst().imagesPerSecond()).isPositive();
        Path page = folder.resolve("pareto.html");
        report.write(page);
        assertThat(Files.readString(page)).contains("<svg", "Accuracy and speed", "best of its cost");
        assertThat(report.fields().toString()).contains("front=true");
    }
}
