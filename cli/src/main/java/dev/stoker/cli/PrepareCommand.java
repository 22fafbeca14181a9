package dev.stoker.cli;

import dev.stoker.cli.internal.cluster.ClusterOptions;
import dev.stoker.cli.internal.cluster.ClusterShards;
import dev.stoker.cli.internal.command.Version;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.console.PrepareConsole;
import dev.stoker.cli.internal.process.InterruptHandler;
import dev.stoker.core.StokerException;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.job.option.OptionKey;
import dev.stoker.job.prepare.PreparationJob;
import dev.stoker.job.prepare.PrepareOptions;
import dev.stoker.job.prepare.PrepareRequest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prepares shards of images. Besides the options below, every key of {@link PrepareOptions} is one. */
@Command(
        name = "prepare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Prepares TFRecord shards from a folder of images: one folder per class, or train/ and val/ or test/ of"
                    + " such.",
            "After an interruption, the same command resumes."
        })
final class PrepareCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "SRC",
            description = "source: the folder of images, or its address (s3://, gs://, az://, webhdfs://)")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String source;

    @Parameters(index = "1", paramLabel = "DEST", description = "destination folder; it appears when it is complete")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String destination;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ClusterOptions cluster;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private PrepareCommand() {}

    static CommandLine commandLine() {
        var spec = CommandSpec.forAnnotatedObject(new PrepareCommand());
        PrepareOptions.keys().stream().map(PrepareCommand::option).forEach(spec::addOption);
        return new CommandLine(spec);
    }

    private static OptionSpec option(OptionKey key) {
        var option = OptionSpec.builder("--" + key.name());
        if (key.isSwitch()) {
            boolean on = !key.defaultText().equals("false");
            // Without a fallback value, a switch that is on by default would be turned off by its own name.
            return option.type(boolean.class)
                    .arity("0")
                    .negatable(on)
                    .fallbackValue("true")
                    .description(key.description().replace("%", "%%"))
                    .build();
        }
        String shown = key.defaultText().isEmpty() ? "" : " (" + key.defaultText() + ")";
        return option.type(String.class)
                .paramLabel(key.label())
                .description((key.description() + shown).replace("%", "%%"))
                .build();
    }

    @Override
    public Integer call() {
        cluster.refuseAlone();
        var job = job();
        try (var console = new PrepareConsole(output);
                var interruption = InterruptHandler.watch(console, "stopped")) {
            interruption.stopsBy(() -> "stopping; finished shards are kept", () -> PrepareConsole.STOPPED);
            var result = job.run(console, interruption::requested);
            result.ifPresentOrElse(console::finished, console::stopped);
            return result.isPresent() ? 0 : interruption.exitCode();
        }
    }

    private Path destinationFolder() {
        if (StorageAddress.isAddress(destination)) {
            throw new StokerException(
                    "prepare writes folders of this machine, not %s: upload what it wrote".formatted(destination));
        }
        return Path.of(destination);
    }

    private PreparationJob job() {
        var address = StorageAddress.find(source);
        boolean isLocal = address.map(found -> found.scheme().equals("file")).orElse(true);
        var folder =
                Path.of(address.map(StorageAddress::path).filter(_ -> isLocal).orElse(source));
        var job = job(new PrepareRequest(folder, destinationFolder(), PrepareOptions.of(asked())));
        return isLocal ? job : job.from(listed(address.orElseThrow()));
    }

    private StorageAddress listed(StorageAddress address) {
        if (address.scheme().startsWith("http")) {
            throw new StokerException(
                    "%s is on a web server, which lists no files: copy the images into a folder, and prepare that one"
                            .formatted(address));
        }
        if (cluster.isGiven()) {
            throw new StokerException("%s is read by this machine alone, and not by a cluster; prepare it without one"
                            .formatted(address))
                    .about("spark");
        }
        return address;
    }

    private PreparationJob job(PrepareRequest request) {
        String version = new Version().number();
        return cluster.isGiven()
                ? PreparationJob.of(request, version, command(), new ClusterShards(cluster))
                : PreparationJob.of(request, version, command());
    }

    private Map<String, String> asked() {
        var asked = new LinkedHashMap<String, String>();
        var parsed = spec.commandLine().getParseResult();
        for (var key : PrepareOptions.keys()) {
            var option = parsed.matchedOption("--" + key.name());
            if (option != null) {
                Object value = option.getValue();
                asked.put(key.name(), String.valueOf(value));
            }
        }
        return asked;
    }

    private String command() {
        return spec.commandLine().getParent().getParseResult().originalArgs().stream()
                .map(word -> word.matches("[\\w./,:=@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" ", "stoker ", ""));
    }
}
