package dev.stoker.cli;

import dev.stoker.cli.internal.console.DownloadConsole;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.StokerException;
import dev.stoker.job.registry.DatasetRegistry;
import dev.stoker.job.registry.RegisteredDataset;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Downloads the dataset that a command is given by name, where the catalog has it and it is not here yet. */
final class DatasetDownload {
    @Option(
            names = "--offline",
            description = "offline: a named dataset that is not downloaded yet is an error; nothing is downloaded")
    private boolean offline;

    /** Downloads what is missing; false where {@code stop} ended it, and the next run resumes there. */
    boolean complete(String data, OutputOptions output, BooleanSupplier stop) {
        var missing = offline ? Optional.<RegisteredDataset>empty() : DatasetRegistry.missing(data);
        return missing.isEmpty() || downloaded(missing.get(), output, stop);
    }

    /** The same for a command that a signal otherwise ends at once. */
    boolean complete(String data, OutputOptions output) {
        if (offline || DatasetRegistry.missing(data).isEmpty()) {
            return true;
        }
        var interruption = InterruptHandler.watch();
        try {
            return complete(data, output, interruption::requested);
        } finally {
            interruption.finished();
        }
    }

    private static boolean downloaded(RegisteredDataset set, OutputOptions output, BooleanSupplier stop) {
        try (var console = new DownloadConsole(output)) {
            console.starting(set);
            var fetched = DatasetRegistry.open(List.of())
                    .fetch(set.name(), Optional.empty(), Optional.empty(), console, stop);
            fetched.ifPresentOrElse(console::complete, () -> console.stopped(set.name()));
            return fetched.isPresent();
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
