package dev.stoker.lab.experiment;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.ChildCommand;
import dev.stoker.job.ChildRun;
import dev.stoker.job.ChildRunException;
import dev.stoker.job.RunFinder;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.lab.comparison.RunFiguresReader;
import dev.stoker.telemetry.run.RecordedRun;
import dev.stoker.telemetry.run.RunState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs a trial in a process of its own. */
final class TrialProcess {
    private final ExperimentFolder folder;

    TrialProcess(ExperimentFolder folder) {
        this.folder = folder;
    }

    /** Waiting where it was stopped. */
    TrialRecord run(Trial trial, BooleanSupplier stopRequested) {
        var earlier = earlier(trial);
        if (earlier.isPresent() && hasResult(earlier.get())) {
            return finished(trial, earlier.get(), Map.of()); // only the note of it was lost
        }
        try (var child = ChildRun.start(command(trial, earlier), line -> log(trial, line))) {
            var result = child.result(stopRequested);
            return finished(trial, Path.of(String.valueOf(result.get("run"))), result);
        } catch (ChildRunException failure) {
            return switch (failure.reason()) {
                case STOPPED -> TrialRecord.waiting(trial);
                case OUT_OF_MEMORY -> ended(trial, TrialState.OUT_OF_MEMORY, failure);
                case FAILED -> ended(trial, TrialState.FAILED, failure);
            };
        }
    }

    /** The result is what a run writes last: a run with its final weights may still lack the evaluation on the test split. */
    private static boolean hasResult(Path run) {
        var recorded = RecordedRun.of(run);
        return recorded.state() == RunState.FINISHED && !recorded.result().isEmpty();
    }

    private static TrialRecord finished(Trial trial, Path run, Map<String, @Nullable Object> result) {
        return new TrialRecord(trial, TrialState.FINISHED, "", String.valueOf(run.getFileName()), result);
    }

    private TrialRecord ended(Trial trial, TrialState state, ChildRunException failure) {
        String run =
                newest(trial).map(path -> String.valueOf(path.getFileName())).orElse("");
        return new TrialRecord(trial, state, failure.said(), run, Map.of());
    }

    /** The run of an interrupted trial, if an epoch of it is complete; what is shorter is measured anew. */
    private Optional<Path> earlier(Trial trial) {
        var run = newest(trial);
        if (run.isPresent() && RunFiguresReader.read(run.get()).epochs().isEmpty()) {
            delete(run.get());
            return Optional.empty();
        }
        return run;
    }

    private Optional<Path> newest(Trial trial) {
        return new RunFinder(folder.runs())
                .newestFirst().stream()
                        .filter(path -> String.valueOf(path.getFileName())
                                .matches("\\d{8}-\\d{6}-%03d-.*".formatted(trial.number())))
                        .findFirst();
    }

    private static void delete(Path run) {
        try (var files = Files.walk(run)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot delete the interrupted run %s (%s)".formatted(run, AtomicFile.reason(failure)), failure);
        }
    }

    private ChildCommand command(Trial trial, Optional<Path> earlier) {
        var arguments = new ArrayList<>(
                List.of("train", "--json", "--quiet", "--runs", folder.runs().toString()));
        if (!isHogwild(trial)) {
            arguments.addAll(List.of("--strategy", "single")); // a trial has one device
        }
        if (earlier.isPresent()) {
            arguments.addAll(List.of("--resume", earlier.get().toString()));
        } else {
            arguments.addAll(List.of("--plan", folder.basePlan().toString(), "--name", trial.name()));
            arguments.addAll(List.of("--seed", Long.toString(trial.seed())));
            trial.values().forEach((key, value) -> {
                if (!key.equals("seed") && MachineKey.named(key).isEmpty()) {
                    arguments.addAll(List.of("--set", "%s=%s".formatted(key, value)));
                }
            });
        }
        return onMachine(trial, ChildCommand.of(arguments));
    }

    private boolean isHogwild(Trial trial) {
        var plan = PlanFile.read(folder.basePlan(), Plan.DEFAULTS);
        String threads = trial.values().get("hogwild-threads");
        return (threads == null ? plan : plan.with("hogwild-threads", threads))
                        .distributed()
                        .hogwildThreads()
                > 0;
    }

    private static ChildCommand onMachine(Trial trial, ChildCommand plain) {
        var command = plain;
        for (var entry : trial.values().entrySet()) {
            var key = MachineKey.named(entry.getKey());
            if (key.isPresent()) {
                var prefix = key.get().prefix(entry.getValue());
                command = prefix.isEmpty() ? command : command.startedBy(prefix);
                var variable = key.get().variable(entry.getValue());
                command = variable.isPresent() ? command.with(MachineKey.PINNED_VARIABLE, variable.get()) : command;
            }
        }
        return command;
    }

    /** Warnings of a run; most have none. */
    private void log(Trial trial, String line) {
        Path file = folder.log(trial);
        try {
            Files.createDirectories(folder.logs());
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
