package dev.stoker.job.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Task;
import dev.stoker.telemetry.run.MetricsLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsSampleTest {
    @TempDir
    Path folder;

    @Test
    void aShortRunKeepsAllItsLines() throws IOException {
        var metrics = metrics(EvenSample.MOST);

        assertThat(metrics.ofKind("epoch")).hasSize(EvenSample.MOST);
        assertThat(metrics.lines()).extracting(MetricsLine::step).isSorted();
    }

    @Test
    void aLongRunKeepsAnEvenPartOfThemWithTheFirstTheLastAndTheBest() throws IOException {
        int best = 7_777;
        var metrics = metrics(20_000, best);
        var steps = metrics.ofKind("epoch").map(MetricsLine::step).toList();

        assertThat(steps)
                .hasSizeBetween(EvenSample.MOST / 2, EvenSample.MOST + 2)
                .isSorted();
        assertThat(steps).contains(0L, (long) best, 19_999L);
        assertThat(IntStream.range(1, steps.size()).mapToLong(i -> steps.get(i) - steps.get(i - 1)))
                .allMatch(distance -> distance <= 64);
        assertThat(RunFacts.of(metrics, EpochLine.of(metrics), Task.CLASSIFICATION))
                .isEqualTo(new RunFacts(
                        20_000,
                        19_999,
                        java.util.OptionalDouble.of(0.9),
                        best,
                        java.util.OptionalDouble.empty(),
                        100,
                        20_000));
    }

    @Test
    void everyLengthEndsWithItsLastValue() {
        for (int count = 1; count < 5 * EvenSample.MOST; count++) {
            var sample = new EvenSample<Integer>();
            IntStream.range(0, count).forEach(sample::add);
            assertThat(sample.values()).startsWith(0).endsWith(count - 1).doesNotHaveDuplicates();
        }
    }

    private RunMetrics metrics(int epochs) throws IOException {
        return metrics(epochs, 0);
    }

    private RunMetrics metrics(int epochs, int best) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int epoch = 0; epoch < epochs; epoch++) {
            lines.add("{\"kind\":\"step\",\"step\":%d,\"lr\":0.1}".formatted(epoch));
            lines.add(
                    "{\"kind\":\"epoch\",\"step\":%d,\"epoch\":%d,\"seconds\":%d,\"images_per_second\":100,\"validation_accuracy\":%s}"
                            .formatted(epoch, epoch + 1, epoch + 1, epoch == best ? "0.9" : "0.5"));
        }
        Path file = folder.resolve("metrics.jsonl");
        Files.write(file, lines);
        return RunMetrics.read(file);
    }
}
