package dev.stoker.job.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a run without a checkpoint has written. A run that was killed before its first one has lost nothing that could be
 * continued; a run whose checkpoints are gone has.
 *
 * @param lines of metrics
 * @param step of the last of them
 * @param evaluated whether one of them is of an evaluation
 * @param checkpointed whether a checkpoint was ever written, so far as that is known
 */
public record RunHistory(
        RunFolder run, long lines, long step, boolean evaluated, boolean model, boolean best, boolean checkpointed) {
    /** Of every task; the last was the first in runs of older versions. */
    private static final List<String> EVALUATIONS = Stream.concat(
                    Arrays.stream(Task.values()).map(task -> "\"validation_%s\":".formatted(task.field())),
                    Stream.of("\"test_accuracy\":"))
            .toList();

    public static RunHistory of(RunFolder run) {
        var lines = metrics(run);
        boolean model = Files.exists(run.model());
        boolean best = Files.exists(run.best());
        return new RunHistory(
                run,
                lines.size(),
                lines.stream()
                        .mapToLong(MetricsLogger::stepOf)
                        .filter(step -> step < Long.MAX_VALUE)
                        .max()
                        .orElse(0),
                lines.stream().anyMatch(line -> EVALUATIONS.stream().anyMatch(line::contains)),
                model,
                best,
                Files.exists(run.checkpointMark()) || (!Files.exists(run.fingerprint()) && (best || !lines.isEmpty())));
    }

    private static List<String> metrics(RunFolder run) {
        if (!Files.exists(run.metrics())) {
            return List.of();
        }
        try {
            // a kill may have cut the last line anywhere
            return new String(Files.readAllBytes(run.metrics()), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read %s (%s)".formatted(run.metrics(), AtomicFile.reason(failure)), failure);
        }
    }

    /** Starting again would replace what cannot be computed again without being asked to. */
    public void refuseToLose() {
        if (checkpointed || model) {
            throw new StokerException(
                            "%s has no checkpoint in %s to resume from, but %s; put a checkpoint back, or start it again from step 0 with restart, which keeps these files in %s"
                                    .formatted(run.path(), run.checkpoints(), found(), run.nextArchive()))
                    .about("restart");
        }
    }

    /** Whether anything but steps was recorded, which is worth keeping. */
    public boolean isWorthKeeping() {
        return best || evaluated;
    }

    private String found() {
        var parts = new ArrayList<String>();
        if (lines > 0) {
            parts.add("%,d lines of metrics up to step %,d".formatted(lines, step));
        }
        if (model) {
            parts.add("the final weights (%s)".formatted(run.model().getFileName()));
        }
        if (best) {
            parts.add("the best weights (%s)".formatted(run.best().getFileName()));
        }
        return parts.isEmpty() ? "it has had one" : String.join(", ", parts);
    }
}
