package dev.stoker.cli.internal.command;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.process.InterruptHandler;
import dev.stoker.dashboard.Dashboard;
import dev.stoker.dashboard.DashboardSettings;
import dev.stoker.telemetry.log.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Serves the dashboard until it is stopped. */
@Command(
        name = "dashboard",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows the runs of a folder in a browser, live: curves over each other, time breakdown, utilization,"
                    + " timelines, plans side by side and experiments.",
            "It listens on this machine only, reads the runs folder and writes nothing. Ctrl-C ends it."
        })
public final class DashboardCommand implements Callable<Integer> {
    private static final int TOKEN_BYTES = 16;

    @Parameters(arity = "0..1", paramLabel = "RUNS", description = "runs folder (runs)")
    private Path runs = Path.of("runs");

    @Option(names = "--port", paramLabel = "N", description = "port; 0 is any that is free (7007)")
    private int port = 7007;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description =
                    "address to listen on (127.0.0.1); 0.0.0.0 is every address of this machine, for which a token is"
                            + " needed")
    private String host = "127.0.0.1";

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "token that a browser must know; beyond this machine one is generated where none is given")
    private @Nullable String token;

    @Option(names = "--open", description = "open the page in the browser of this machine")
    private boolean open;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() throws InterruptedException {
        try (var dashboard = Dashboard.open(new DashboardSettings(runs, host, port, token()));
                var _ = InterruptHandler.watch(this::say, "stopped")) {
            announce(dashboard.address());
            if (open) {
                browse(dashboard.address());
            }
            new CountDownLatch(1).await(); // until a signal ends the process
        }
        return 0;
    }

    private Optional<String> token() {
        return token == null && !DashboardSettings.isLoopback(host)
                ? Optional.of(generated())
                : Optional.ofNullable(token);
    }

    private static String generated() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void announce(URI address) {
        if (output.json()) {
            System.out.println(Json.write(Map.of("address", address.toString())));
        } else { // without the address a dashboard is of no use, so it is printed even where little is
            System.out.println(output.quiet() ? address : "the dashboard is at %s (Ctrl-C ends it)".formatted(address));
        }
    }

    private void browse(URI address) {
        String opener = System.getProperty("os.name", "").startsWith("Mac") ? "open" : "xdg-open";
        try {
            Process _ = new ProcessBuilder(opener, address.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException _) {
            say("there is no %s to open a browser with: open the address yourself".formatted(opener));
        }
    }

    private void say(String text) {
        if (!output.quiet() && !output.json()) {
            System.err.println("stoker: " + text);
        }
    }
}
