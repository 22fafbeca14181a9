package dev.stoker.core.serving;

import dev.stoker.core.StokerException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;

/**
 * How a model is served.
 *
 * @param host the address to listen on
 * @param port 0 is any that is free
 * @param token what clients must know; beyond loopback there must be one
 * @param name of the model in addresses; that of its card where it is absent
 * @param batching how requests become batches
 * @param limits what clients may ask for
 * @param drain how long it goes on accepting after it was told to end, so that whoever balances the load notices
 */
public record ServeSettings(
        String host,
        int port,
        Optional<String> token,
        Optional<String> name,
        Batching batching,
        ServeLimits limits,
        Duration drain) {
    private static final int HIGHEST_PORT = 65_535;
    private static final int SHORTEST_TOKEN = 8;
    private static final int LARGEST_BATCH = 1_024;

    /**
     * How requests become batches.
     *
     * @param batch the most rows of a batch
     * @param delay how long the first row of a batch waits for others that are being decoded
     * @param queue the most rows that wait
     * @param deadline of a request, from its last byte to its answer
     * @param sessions batches that are computed at the same time
     * @param threads of each session
     */
    public record Batching(int batch, Duration delay, int queue, Duration deadline, int sessions, int threads) {
        public Batching {
            require("batch", batch >= 1 && batch <= LARGEST_BATCH, "a batch has 1 to 1,024 rows, got " + batch);
            require("delay", !delay.isNegative(), "a delay cannot be negative");
            require("queue", queue >= batch, "a queue holds at least one batch (%d), got %d".formatted(batch, queue));
            require("deadline", deadline.compareTo(delay) > 0, "a deadline must be later than the delay of a batch");
            require("sessions", sessions >= 1, "at least 1 session is needed, got " + sessions);
            require("threads", threads >= 1, "at least 1 thread is needed, got " + threads);
        }
    }

    public ServeSettings {
        require("port", port >= 0 && port <= HIGHEST_PORT, "a port is 0 to 65,535, got " + port);
        require(
                "token",
                token.isEmpty() || token.get().matches("[A-Za-z0-9._~-]{%d,}".formatted(SHORTEST_TOKEN)),
                "a token has at least %d letters, digits or any of . _ ~ -".formatted(SHORTEST_TOKEN));
        require(
                "token",
                token.isPresent() || isLoopback(host),
                "beyond this machine (%s) a server needs a token".formatted(host));
        require(
                "name",
                name.isEmpty() || name.get().matches("[A-Za-z0-9._-]{1,100}"),
                "the name of a model has letters, digits or any of . _ -, got '%s'".formatted(name.orElse("")));
        require("drain", !drain.isNegative(), "a time cannot be negative");
    }

    /** Whether only this machine reaches the address. */
    public static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException failure) {
            throw new StokerException("this machine knows no address '%s' to listen on".formatted(host), failure)
                    .about("host");
        }
    }

    static void require(String setting, boolean valid, String sentence) {
        if (!valid) {
            throw new StokerException(sentence).about(setting);
        }
    }
}
