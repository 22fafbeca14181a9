package dev.stoker.cli;

import dev.stoker.cli.internal.console.DownloadConsole;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.process.InterruptHandler;
import dev.stoker.job.registry.DatasetRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Downloads a dataset. */
@Command(
        name = "get",
        mixinStandardHelpOptions = true,
        description = {
            "Downloads a dataset and verifies it; a complete one is not downloaded again.",
            "Its sources are tried in order. Ctrl-C keeps what was downloaded: run it again to resume."
        })
final class DatasetsGetCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "a name that `stoker datasets` lists")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Option(names = "--to", paramLabel = "DIR", description = "destination folder (data/NAME)")
    private @Nullable Path to;

    @Option(
            names = "--from",
            paramLabel = "PATH",
            description = "local copy to try first: an archive, or a folder with the files")
    private @Nullable Path from;

    @Option(names = "--catalog", paramLabel = "FILE", description = "catalog file, read on top of the default one")
    private List<Path> catalogs = List.of();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        try (var console = new DownloadConsole(output);
                var interruption = InterruptHandler.watch(console, "stopped")) {
            interruption.stopsBy(() -> "stopping; what was downloaded is kept", () -> DownloadConsole.stopped(name));
            var fetched = DatasetRegistry.open(catalogs)
                    .fetch(name, Optional.ofNullable(to), Optional.ofNullable(from), console, interruption::requested);
            fetched.ifPresentOrElse(console::finished, () -> console.print(DownloadConsole.stopped(name)));
            return fetched.isPresent() ? 0 : interruption.exitCode();
        }
    }
}
