package dev.stoker.cli;

import dev.stoker.cli.internal.console.DownloadConsole;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.process.InterruptHandler;
import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.registry.DatasetRegistry;
import dev.stoker.job.registry.RegisteredDataset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Downloads the dataset that a command is given by name, where the catalog has it and it is not here yet, and copies Parquet. */
final class DatasetDownload {
    @Option(
            names = "--offline",
            description = "offline: a named dataset that is not downloaded yet is an error; nothing is downloaded")
    private boolean offline;

    /** Downloads what is missing. Where a signal ends it, this is the exit code, and the next run resumes there. */
    OptionalInt complete(String data, OutputOptions output) {
        for (var set : offline ? List.<RegisteredDataset>of() : DatasetRegistry.missing(data)) {
            var stopped = downloaded(set, output);
            if (stopped.isPresent()) {
                return stopped;
            }
        }
        return OptionalInt.empty();
    }

    /** The same for the data of a plan, and copies what is only read from a copy. */
    OptionalInt complete(Plan plan, OutputOptions output) {
        var stopped = complete(plan.data().data(), output);
        if (stopped.isEmpty() && DatasetRegistry.needCopy(plan)) {
            copy(plan, output);
        }
        return stopped;
    }

    private static void copy(Plan plan, OutputOptions output) {
        try (var console = new DownloadConsole(output);
                var _ = InterruptHandler.watch(
                        console, "stopped before the training; the copy starts again next time")) {
            DatasetRegistry.copy(plan, console);
            console.copied();
        }
    }

    private static OptionalInt downloaded(RegisteredDataset set, OutputOptions output) {
        String name = set.name();
        try (var console = new DownloadConsole(output);
                var interruption = InterruptHandler.watch(console, "stopped")) {
            interruption.stopsBy(() -> "stopping; what was downloaded is kept", () -> DownloadConsole.stopped(name));
            console.starting(set);
            var fetched = DatasetRegistry.open(List.of())
                    .fetch(name, Optional.empty(), Optional.empty(), console, interruption::requested);
            fetched.ifPresentOrElse(console::complete, () -> console.print(DownloadConsole.stopped(name)));
            return fetched.isPresent() ? OptionalInt.empty() : OptionalInt.of(interruption.exitCode());
        } catch (StokerException failure) {
            throw failure.lines().size() == 1 ? failure : inOneSentence(set.name(), failure);
        }
    }

    /** The failures of all origins; the command has no flag for a local copy. */
    private static StokerException inOneSentence(String name, StokerException failure) {
        var lines = failure.lines();
        String reasons =
                lines.subList(1, lines.size() - 1).stream().map(String::strip).collect(Collectors.joining("; "));
        return new StokerException(
                "%s could not be downloaded (%s); if you have a copy, run `stoker datasets get %s --from PATH`"
                        .formatted(name, reasons, name),
                failure);
    }
}
