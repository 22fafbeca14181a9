package dev.stoker.cli.internal.serve;

import dev.stoker.cli.internal.command.SamplingTime;
import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.serving.ServeLimits;
import dev.stoker.core.serving.ServeSettings;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a model is served; mixed into the command. */
final class ServeOptions {
    private static final int TOKEN_BYTES = 16;
    private static final int MOST_SESSIONS = 4;
    private static final String TOKEN_VARIABLE = "STOKER_SERVE_TOKEN";

    @Option(names = "--port", paramLabel = "N", description = "port; 0 is any that is free (8000)")
    private int port = 8_000;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            description =
                    "address to listen on (127.0.0.1); 0.0.0.0 is every address of this machine, for which a token"
                            + " is needed")
    private String host = "127.0.0.1";

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description =
                    "bearer token that clients must send, or the variable STOKER_SERVE_TOKEN, which other users of"
                            + " this machine cannot read; beyond this machine one is generated where none is given")
    private @Nullable String token;

    @Option(names = "--name", paramLabel = "NAME", description = "name of the model in addresses (that of its card)")
    private @Nullable String name;

    @Option(names = "--batch", paramLabel = "N", description = "maximum batch size (32)")
    private int batch = 32;

    @Option(
            names = "--delay",
            paramLabel = "TIME",
            description = "maximum time that the first image of a batch waits for others that are being decoded (2ms)")
    private String delay = "2ms";

    @Option(
            names = "--queue",
            paramLabel = "N",
            description = "maximum number of images that wait; beyond it requests are refused with 429 (256)")
    private int queue = 256;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description =
                    "deadline of a request: refused with 503 where it cannot be met, with 504 where it passed (1s)")
    private String deadline = "1s";

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description =
                    "batches that are computed at the same time, each on its share of the cores (the cores, at most 4)")
    private int sessions = Math.min(MOST_SESSIONS, Runtime.getRuntime().availableProcessors());

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "intra-op threads of ONNX Runtime for each session (cores divided by sessions)")
    private @Nullable Integer threads;

    @Option(names = "--max-body", paramLabel = "SIZE", description = "maximum size of a request (20MB)")
    private String maxBody = "20MB";

    @Option(names = "--max-pixels", paramLabel = "N", description = "maximum pixels of an image (100000000)")
    private long maxPixels = 100_000_000;

    @Option(names = "--max-header", paramLabel = "SIZE", description = "maximum size of the header of a request (8KiB)")
    private String maxHeader = "8KiB";

    @Option(names = "--connections", paramLabel = "N", description = "maximum number of open connections (512)")
    private int connections = 512;

    @Option(
            names = "--request-time",
            paramLabel = "TIME",
            description = "maximum time for a request to arrive, and for a connection to be idle (30s)")
    private String requestTime = "30s";

    @Option(
            names = "--drain",
            paramLabel = "TIME",
            description = "time for which it still accepts after SIGTERM, not ready any more, so that a load balancer"
                    + " notices; it ends earlier when no connection is open (1s)")
    private String drain = "1s";

    ServeSettings settings() {
        return new ServeSettings(
                host,
                port,
                token(),
                Optional.ofNullable(name),
                new ServeSettings.Batching(
                        batch,
                        SamplingTime.parse("--delay", delay),
                        queue,
                        SamplingTime.parse("--deadline", deadline),
                        sessions,
                        threads == null
                                ? Math.max(1, Runtime.getRuntime().availableProcessors() / Math.max(1, sessions))
                                : threads),
                new ServeLimits(
                        size("max-body", maxBody),
                        maxPixels,
                        connections,
                        size("max-header", maxHeader),
                        SamplingTime.parse("--request-time", requestTime)),
                SamplingTime.parse("--drain", drain));
    }

    private Optional<String> token() {
        var given = Optional.ofNullable(token).or(() -> Optional.ofNullable(System.getenv(TOKEN_VARIABLE)));
        return given.isEmpty() && !ServeSettings.isLoopback(host) ? Optional.of(generated()) : given;
    }

    /** Whether a person must be told the token, since nobody gave it. */
    boolean generatesToken() {
        return token == null && System.getenv(TOKEN_VARIABLE) == null && !ServeSettings.isLoopback(host);
    }

    private static String generated() {
        byte[] bytes = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static Bytes size(String flag, String text) {
        try {
            return Bytes.parse(text);
        } catch (IllegalArgumentException | ArithmeticException _) {
            throw new StokerException("a size such as 20MB or 8KiB is needed, got '%s'".formatted(text)).about(flag);
        }
    }
}
