package dev.stoker.lab.scaling;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.ChildCommand;
import dev.stoker.job.ChildRun;
import dev.stoker.telemetry.run.MetricsLine;
import dev.stoker.telemetry.run.MetricsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Some ranks that train for a few steps, as processes of their own, and are stopped when they have.
 *
 * @param batch images of each rank
 * @param bucket 0 sends all gradients after backward
 */
record ScalingTrial(int ranks, int batch, Bytes bucket, ScalingSettings settings) {
    private static final Duration POLL = Duration.ofMillis(100);

    /** Lines of metrics for so many steps: reading them makes the host wait for its device. */
    private static final int LINES = 6;

    ScalingSample run() {
        Path folder = temporaryFolder();
        try (var child = ChildRun.start(command(folder), _ -> {})) {
            var lines = awaitSteps(child, folder);
            child.stop();
            return ScalingSample.of(
                    ranks,
                    ranks * batch,
                    lines.stream().filter(this::isOfFirstEpoch).toList(),
                    lines.stream()
                            .mapToDouble(line -> line.number("warmup_seconds").orElse(0))
                            .max()
                            .orElse(0));
        } finally {
            delete(folder);
        }
    }

    private boolean isOfFirstEpoch(MetricsLine line) {
        return line.kind().equals("step") && line.number("epoch").orElse(0) == 1;
    }

    private ChildCommand command(Path folder) {
        var words = new ArrayList<>(List.of("launch", "-n", Integer.toString(ranks)));
        words.addAll(settings.launch());
        words.addAll(List.of("--", "train"));
        words.addAll(settings.plan());
        words.addAll(List.of("--quiet", "--runs", folder.toString(), "--batch", Integer.toString(batch)));
        words.addAll(List.of("--bucket-size", Long.toString(bucket.count())));
        words.addAll(List.of("--epochs", "1000", "--lr", "0.001"));
        words.addAll(List.of("--log-every", Integer.toString(Math.max(1, settings.steps() / LINES))));
        return ChildCommand.of(words);
    }

    private List<MetricsLine> awaitSteps(ChildRun child, Path folder) {
        while (true) {
            boolean alive = child.isAlive();
            var lines = lines(folder);
            if (lines.stream().anyMatch(this::isEnough)) {
                return lines;
            }
            if (!alive) {
                throw new StokerException("%d ranks ended before they had trained %d steps: %s"
                        .formatted(ranks, settings.steps(), String.join("; ", child.lastErrors())));
            }
            pause();
        }
    }

    /** Later epochs are not measured: their running means begin anew. */
    private boolean isEnough(MetricsLine line) {
        return line.kind().equals("epoch") || (line.kind().equals("step") && line.step() >= settings.steps());
    }

    private static List<MetricsLine> lines(Path folder) {
        try (var runs = Files.list(folder)) {
            return runs.findFirst()
                    .map(run -> new MetricsReader(run.resolve("metrics.jsonl")).lines())
                    .orElse(List.of());
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(folder, AtomicFile.reason(failure)), failure);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(POLL);
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while ranks were measured", failure);
        }
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("stoker-scaling");
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot use the folder for temporary files (%s)".formatted(AtomicFile.reason(failure)), failure);
        }
    }

    private static void delete(Path folder) {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new StokerException("cannot delete %s (%s)".formatted(folder, AtomicFile.reason(failure)), failure);
        }
    }
}
