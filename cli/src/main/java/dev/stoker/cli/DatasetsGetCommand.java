package dev.stoker.cli;

import dev.stoker.job.DataShelf;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fetches a data set. */
@Command(
        name = "get",
        mixinStandardHelpOptions = true,
        description = {
            "Fetches a data set, verifies it and puts it into a folder; a set that is there and whole is left alone.",
            "Its origins are tried one after the other. Ctrl-C keeps what was downloaded: run it again to go on."
        })
final class DatasetsGetCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "a name that `stoker datasets` lists")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Option(names = "--to", paramLabel = "DIR", description = "the folder to make (data/NAME)")
    private @Nullable Path to;

    @Option(
            names = "--from",
            paramLabel = "PATH",
            description = "try a copy that is here first: an archive, or a folder with the files")
    private @Nullable Path from;

    @Option(names = "--catalogue", paramLabel = "FILE", description = "read another catalogue over the usual one")
    private List<Path> catalogues = List.of();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Output output;

    @Override
    public Integer call() {
        var interruption = Interruption.watch();
        try (var console = new FetchConsole(output)) {
            var fetched = DataShelf.open(catalogues)
                    .fetch(name, Optional.ofNullable(to), Optional.ofNullable(from), console, interruption::requested);
            fetched.ifPresentOrElse(console::finished, () -> console.stopped(name));
            return fetched.isPresent() ? 0 : Interruption.EXIT_CODE;
        } finally {
            interruption.finished();
        }
    }
}
