package dev.stoker.cli.internal.serve;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.process.StopSignal;
import dev.stoker.core.serving.ModelServer;
import dev.stoker.core.serving.ModelServing;
import dev.stoker.core.serving.ServeSettings;
import dev.stoker.telemetry.log.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Serves a trained model until it is stopped. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Serves a trained model over HTTP: images by POST /predict, tensors by the Open Inference Protocol (KServe"
                    + " v2), metrics for Prometheus, and a page for trying it.",
            "Requests are computed in batches. The file is watched: when it is replaced, the new model answers."
                    + " SIGTERM and Ctrl-C finish what was begun."
        })
public final class ServeCommand implements Callable<Integer> {
    private static final Duration ENDLESS = Duration.ofDays(10_000);

    @Parameters(
            paramLabel = "MODEL",
            description =
                    "ONNX file of `stoker export` or `stoker optimize`; or a run (its folder, its name, last, or a"
                            + " .safetensors file of its weights), which is exported first")
    private String model = "";

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ServeOptions options;

    @Option(names = "--weights", paramLabel = "WHICH", description = "weights of a run: best or last (best)")
    private @Nullable String weights;

    @Option(names = "--runs", paramLabel = "FOLDER", description = "folder of runs, for names and last (runs)")
    private @Nullable String runs;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        var settings = options.settings();
        var stop = StopSignal.watch();
        try (var file = ServedFile.of(model, exportOptions());
                var server = ModelServing.ROOM.load().open(file.file(), settings, this::say)) {
            announce(server, settings);
            stop.await(ENDLESS);
            say("finishing what was begun");
        }
        return 0;
    }

    private List<String> exportOptions() {
        var words = new ArrayList<String>();
        if (weights != null) {
            words.addAll(List.of("--weights", weights));
        }
        if (runs != null) {
            words.addAll(List.of("--runs", runs));
        }
        return words;
    }

    private void announce(ModelServer server, ServeSettings settings) {
        String token = settings.token().filter(_ -> options.generatesToken()).orElse("");
        if (output.json()) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("address", server.address().toString());
            fields.put("model", server.model());
            if (!token.isEmpty()) {
                fields.put("token", token);
            }
            System.out.println(Json.write(fields));
        } else { // without the address a server is of no use, so it is printed even where little is
            System.out.println(
                    output.quiet()
                            ? server.address()
                            : "%s is served at %s (Ctrl-C ends it)%s"
                                    .formatted(
                                            server.model(),
                                            server.address(),
                                            token.isEmpty() ? "" : "; the token is " + token));
        }
    }

    private void say(String text) {
        if (!output.quiet()) {
            System.err.println("stoker: " + text);
        }
    }
}
