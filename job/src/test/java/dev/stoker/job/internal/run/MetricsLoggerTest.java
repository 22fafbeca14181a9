package dev.stoker.job.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Task;
import dev.stoker.data.DataState;
import dev.stoker.train.BestSoFar;
import dev.stoker.train.ElapsedTime;
import dev.stoker.train.PhaseProgress;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.evaluation.LossAndAccuracy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsLoggerTest {
    private static final List<String> LINES = List.of(
            "{\"kind\":\"step\",\"step\":9,\"epoch\":1}",
            "{\"kind\":\"step\",\"step\":10,\"epoch\":1}",
            "{\"kind\":\"epoch\",\"step\":10,\"epoch\":1}",
            "{\"kind\":\"step\",\"step\":11,\"epoch\":2}");

    @TempDir
    Path folder;

    private List<String> kept(TrainingProgress resumed) throws IOException {
        try (var run = RunFolder.create(folder, "run", LocalDateTime.of(2026, 1, 1, 0, 0))) {
            Files.write(run.metrics(), LINES);
            MetricsLogger.open(run, Task.CLASSIFICATION, resumed).close();
            return Files.readAllLines(run.metrics());
        }
    }

    private static TrainingProgress after(int epoch, int batch) {
        return new TrainingProgress(
                epoch,
                batch,
                10,
                DataState.START,
                60,
                5,
                new LossAndAccuracy(1, 0.5),
                BestSoFar.NONE,
                PhaseProgress.NONE,
                new ElapsedTime(0, 0));
    }

    @Test
    void anEpochWhoseEvaluationIsRepeatedHasOneLine() throws IOException {
        assertThat(kept(after(0, 10))).isEqualTo(LINES.subList(0, 2));
    }

    @Test
    void anEpochThatIsCompleteKeepsItsLine() throws IOException {
        assertThat(kept(after(1, 0))).isEqualTo(LINES.subList(0, 3));
    }
}
