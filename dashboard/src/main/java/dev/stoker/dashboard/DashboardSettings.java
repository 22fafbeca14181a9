package dev.stoker.dashboard;

import dev.stoker.core.StokerException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a dashboard listens and what it shows.
 *
 * @param runs the folder of runs
 * @param host the address to listen on
 * @param port 0 is any that is free
 * @param token what a browser must know; beyond loopback there must be one
 */
public record DashboardSettings(Path runs, String host, int port, Optional<String> token) {
    private static final int HIGHEST_PORT = 65_535;
    private static final int SHORTEST_TOKEN = 8;

    public DashboardSettings {
        if (port < 0 || port > HIGHEST_PORT) {
            throw new StokerException("a port is 0 to %,d, got %,d".formatted(HIGHEST_PORT, port)).about("port");
        }
        if (token.isPresent() && !token.get().matches("[A-Za-z0-9._~-]{%d,}".formatted(SHORTEST_TOKEN))) {
            throw new StokerException(
                            "a token has at least %d letters, digits or any of . _ ~ -".formatted(SHORTEST_TOKEN))
                    .about("token");
        }
        if (token.isEmpty() && !isLoopback(host)) {
            throw new StokerException("beyond this machine (%s) a dashboard needs a token".formatted(host))
                    .about("token");
        }
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
}
